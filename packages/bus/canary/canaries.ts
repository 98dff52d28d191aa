import { HermesError } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { SteadyClock } from '../journal/steady-clock.ts';
import { routeOf, type ToolReference } from '../order/order.ts';
import type { Switchboard } from '../route/switchboard.ts';
import { WHOLE } from './bucket.ts';
import { type Canary, LADDER, nextRung } from './canary.ts';
import { rolledBack, weighted } from './decide.ts';
import { NO_EVIDENCE } from './evidence.ts';
import type { Minimum } from './judge.ts';
import { type CanaryRow, insertCanary, readCanaries, replaceCanary } from './row.ts';
import { lastSequence } from './samples.ts';
import { type CanaryView, canaryViewOf } from './view.ts';

export interface CanaryStart {
  readonly stable: ToolReference;
  readonly candidate: ToolReference;
  /** How many of 10,000 requests the candidate gets first, 1 to 9,999; 500 by default. */
  readonly weight?: number;
  /** Climb 5, 25, 50, 100 % by itself, each rung only on evidence of its own. */
  readonly automatic?: boolean;
  readonly by: string;
}

/** New versions tried on a part of the requests. In force in every process well within a second. */
export interface Canaries {
  /**
   * Begins one. Throws `INVALID_ARGUMENT` (two tools, two majors, one version, a weight out of range), `CONFLICT`
   * when the tool has one running, or the candidate is frozen.
   */
  start(start: CanaryStart): Promise<CanaryView>;
  /** All that steer: running ones, and the last of each two versions that ended. */
  list(): Promise<readonly CanaryView[]>;
  /** Gives the running candidate of `tool` this weight, or the next of 5, 25, 50, 100 %. Throws `NOT_FOUND`. */
  promote(tool: string, by: string, weight?: number): Promise<CanaryView>;
  /** Gives the stable version all new requests. Throws `NOT_FOUND` when there is nothing to roll back. */
  rollback(tool: string, by: string, reason?: string): Promise<CanaryView>;
}

export function createCanaries(
  store: Store,
  time: SteadyClock,
  switchboard: Switchboard,
  minimum: Minimum,
): Canaries {
  const change = async (
    tool: string,
    concerns: (canary: Canary) => boolean,
    to: (canary: Canary, now: number) => Canary,
  ): Promise<CanaryView> => {
    for (;;) {
      const row = (await readCanaries(store)).findLast(
        ({ canary }) => canary.candidate.tool === tool && concerns(canary),
      );
      if (row === undefined) throw notFound(tool);
      const after = to(row.canary, await time.now());
      // The watch writes too; whoever was slower looks again.
      if (await replace(row, after)) return canaryViewOf(after, minimum);
    }
  };
  const replace = async (row: CanaryRow, after: Canary): Promise<boolean> => {
    const done = await store.transaction((queries) => replaceCanary(queries, row, after));
    switchboard.expire();
    return done;
  };
  return {
    async start({ stable, candidate, weight = LADDER[0]!, automatic = false, by }) {
      checkVersions(stable, candidate);
      checkWeight(weight, WHOLE - 1);
      await switchboard.refresh();
      if (switchboard.isFrozen(candidate)) {
        throw conflict(`${candidate.tool} ${candidate.version} is frozen`, 'Thaw it first.');
      }
      const now = await time.now();
      const canary: Canary = {
        stable,
        candidate,
        phase: 'running',
        weight,
        automatic,
        reason: null,
        by,
        startedAt: now,
        changedAt: now,
        cursor: await lastSequence(store),
        evidence: NO_EVIDENCE,
      };
      if (!(await store.transaction((queries) => insertCanary(queries, canary)))) {
        throw conflict(`A canary of ${candidate.tool} is running`, 'Promote it or roll it back first.');
      }
      switchboard.expire();
      return canaryViewOf(canary, minimum);
    },
    async list() {
      return (await readCanaries(store)).map(({ canary }) => canaryViewOf(canary, minimum));
    },
    promote(tool, by, weight) {
      if (weight !== undefined) checkWeight(weight, WHOLE);
      return change(
        tool,
        ({ phase }) => phase === 'running',
        (canary, now) => weighted(canary, weight ?? nextRung(canary.weight), 'BY_HAND', by, now),
      );
    },
    rollback: (tool, by, reason = 'BY_HAND') =>
      change(
        tool,
        ({ phase }) => phase !== 'rolled_back',
        (canary, now) => rolledBack(canary, reason, by, now),
      ),
  };
}

function checkVersions(stable: ToolReference, candidate: ToolReference): void {
  const majorOf = ({ version }: ToolReference): string => version.split('.', 1)[0]!;
  if (stable.tool !== candidate.tool || routeOf(stable) === routeOf(candidate)) {
    throw invalid('A canary compares two versions of one tool', '/candidate');
  }
  if (majorOf(stable) !== majorOf(candidate)) {
    throw invalid(
      `${stable.version} and ${candidate.version} are different majors: what was planned for one does not fit the other`,
      '/candidate/version',
    );
  }
}

function checkWeight(weight: number, highest: number): void {
  if (Number.isSafeInteger(weight) && weight >= 1 && weight <= highest) return;
  throw invalid(`A weight is 1 to ${highest} of ${WHOLE} requests`, '/weight');
}

const invalid = (message: string, where: string): HermesError =>
  new HermesError('INVALID_ARGUMENT', message, { layer: 'bus', where });

const conflict = (message: string, hint: string): HermesError =>
  new HermesError('CONFLICT', message, { layer: 'bus', hint });

const notFound = (tool: string): HermesError =>
  new HermesError('NOT_FOUND', `No canary of ${tool} is there to change`, {
    layer: 'bus',
    hint: '`hermes canary status` lists those there are.',
  });
