import type { Alert, Alerts, Clock, Logger } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { SteadyClock } from '../journal/steady-clock.ts';
import type { Switchboard } from '../route/switchboard.ts';
import type { Canary } from './canary.ts';
import { advance } from './decide.ts';
import type { Minimum } from './judge.ts';
import { type CanaryRow, readCanaries, replaceCanary } from './row.ts';
import { readEndedAttempts, sampleOf } from './samples.ts';

const LOOK_EVERY_MS = 500;
const PAGE = 500;
/** Bounds one look; the next goes on where it stopped. */
const PAGES_PER_LOOK = 20;

export interface WatchOptions {
  readonly store: Store;
  readonly time: SteadyClock;
  readonly clock: Clock;
  readonly switchboard: Switchboard;
  readonly alerts: Alerts;
  readonly logger: Logger;
  readonly minimum: Minimum;
}

/**
 * Follows the running canaries through the journal and acts on what it shows. What has been seen stands in one row
 * with the place in the journal up to which it was seen, written only while nobody else has: so each sample counts
 * once, a restart goes on where it stopped, and of any number of processes one decides.
 */
export function startCanaryWatch(options: WatchOptions): { stop(): Promise<void> } {
  const { clock, switchboard, logger } = options;
  let stopped = false;
  let cancelTimer = (): void => {};
  let looking: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    await switchboard.refresh();
    if (!switchboard.canaries().some(isRunning)) return;
    const rows = await readCanaries(options.store);
    for (const row of rows.filter(({ canary }) => isRunning(canary))) await follow(row, options);
  };
  const arm = (): void => {
    if (stopped) return;
    cancelTimer = clock.after(LOOK_EVERY_MS, () => {
      looking = look()
        .catch((thrown: Error) => logger.error('canaries could not be judged', { error: thrown.message }))
        .then(arm);
    });
  };
  arm();
  return {
    async stop() {
      stopped = true;
      cancelTimer();
      await looking;
    },
  };
}

const isRunning = ({ phase }: Canary): boolean => phase === 'running';

async function follow(first: CanaryRow, options: WatchOptions): Promise<void> {
  const { store, time, switchboard, alerts, logger, minimum } = options;
  let row = first;
  for (let page = 0; page < PAGES_PER_LOOK; page += 1) {
    const before = row.canary;
    const ended = await readEndedAttempts(store, store.dialect, before.cursor, PAGE);
    const samples = ended.map((attempt) => sampleOf(before, attempt)).filter((sample) => sample !== null);
    const frozen = switchboard.isFrozen(before.candidate);
    if (ended.length === 0 && !frozen) return;
    const cursor = ended.at(-1)?.sequence ?? before.cursor;
    const after = { ...advance(before, samples, frozen, minimum, await time.now()), cursor };
    const read = row;
    if (!(await store.transaction((queries) => replaceCanary(queries, read, after)))) return;
    if (after.phase !== before.phase || after.weight !== before.weight) {
      switchboard.expire();
      const alert = decidedAlert(after);
      alerts.raise(alert);
      logger.warn(alert.summary.en, { reason: after.reason, weight: after.weight });
    }
    if (ended.length < PAGE || !isRunning(after)) return;
    row = { canary: after, revision: row.revision + 1 };
  }
}

/** What people hear when the bus itself has decided. */
function decidedAlert({ stable, candidate, phase, weight, reason, evidence, changedAt }: Canary): Alert {
  const { system, business, slow } = evidence.kinds;
  const [zhSeen, enSeen] = [
    `新版 ${system.candidate.trials} 次调用中系统错误 ${system.candidate.faults} 次，旧版 ${system.stable.trials} 次中 ${system.stable.faults} 次`,
    `${system.candidate.faults} of ${system.candidate.trials} calls of the new version failed, ${system.stable.faults} of ${system.stable.trials} of the old`,
  ];
  const name = `${candidate.tool} ${candidate.version}`;
  const summary =
    phase === 'rolled_back'
      ? {
          zh: `灰度版本 ${name} 已自动回退，流量全部回到 ${stable.version}（${reason}）：${zhSeen}。`,
          en: `The canary ${name} was rolled back; all requests go to ${stable.version} again (${reason}): ${enSeen}.`,
        }
      : {
          zh: `灰度版本 ${name} 已升至 ${weight / 100}%：${zhSeen}。`,
          en: `The canary ${name} now gets ${weight / 100} % of the requests: ${enSeen}.`,
        };
  return {
    code: phase === 'rolled_back' ? 'CANARY_ROLLED_BACK' : 'CANARY_ADVANCED',
    severity: phase === 'rolled_back' ? 'critical' : 'info',
    summary,
    fields: {
      tool: candidate.tool,
      candidate: candidate.version,
      stable: stable.version,
      weight,
      reason: reason ?? '',
      candidate_failed: system.candidate.faults,
      candidate_refused: business.candidate.faults,
      candidate_slow: slow.candidate.faults,
      candidate_calls: system.candidate.trials,
    },
    at: changedAt,
  };
}
