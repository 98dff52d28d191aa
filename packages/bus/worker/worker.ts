import {
  asHermesError,
  type Clock,
  createIds,
  type Ids,
  type Logger,
  silentLogger,
  sleep,
  systemClock,
} from '@hermes-agent/core';
import type { Bus } from '../bus.ts';
import type { ToolOutcome } from '../execution/event.ts';
import type { Claim } from '../journal/port.ts';
import { breakOffError, runAttempt } from './attempt.ts';
import type { ToolExecutor } from './executor.ts';
import { createHolding } from './holding.ts';

export interface WorkerOptions {
  readonly bus: Pick<Bus, 'work'>;
  readonly executor: ToolExecutor;
  /** Attempts at a time. */
  readonly concurrency?: number;
  /** How long a silent worker keeps its calls. */
  readonly leaseMs?: number;
  /** How long nobody looks for work when no hint comes. */
  readonly pollMs?: number;
  /** How long a tool has to clean up after its signal has aborted, before nobody waits for it. */
  readonly graceMs?: number;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly logger?: Logger;
}

export interface Worker {
  /** Names this start of this process; never used again, so nobody can be taken for somebody who died. */
  readonly epoch: string;
  start(): Promise<void>;
  /**
   * Takes no more, waits up to `graceMs` for what runs, then breaks it off and hands it back. An interruption
   * counts as no attempt.
   */
  drain(graceMs: number): Promise<void>;
}

const REPORT_PAUSE_MS = 200;

/** Claims calls, runs them, reports. Any number of workers may live on one bus. */
export function createWorker(options: WorkerOptions): Worker {
  const { bus, executor, clock = systemClock, logger = silentLogger } = options;
  const { concurrency = 8, leaseMs = 6_000, pollMs = 100, graceMs = 1_000 } = options;
  const epoch = (options.ids ?? createIds(clock)).next();
  const interrupted = breakOffError('draining');
  const holding = createHolding(bus.work, executor);
  const running = new Map<Claim, { readonly controller: AbortController; readonly done: Promise<void> }>();
  const stops: (() => void | Promise<void>)[] = [];
  let accepting = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let cancelPoll = (): void => {};

  const look = async (): Promise<void> => {
    do {
      lookAgain = false;
      const limit = concurrency - running.size;
      if (!accepting || limit <= 0) return;
      const claims = await bus.work.claim({ worker: epoch, routes: await holding(), limit, leaseMs });
      for (const claim of claims) begin(claim);
      lookAgain ||= claims.length === limit;
    } while (lookAgain);
  };
  const wake = (): void => {
    if (!accepting) return;
    lookAgain = true;
    if (looking !== null) return;
    cancelPoll();
    looking = look()
      .catch((thrown: Error) => logger.error('work could not be claimed', { error: thrown.message }))
      .finally(() => {
        looking = null;
        if (accepting) cancelPoll = clock.after(pollMs, wake);
      });
  };

  const begin = (claim: Claim): void => {
    const controller = new AbortController();
    const done = work(claim, controller)
      .catch((thrown: unknown) =>
        logger.error('an attempt could not be brought to its end', {
          request_id: claim.call.id,
          error: asHermesError(thrown, 'bus').message,
        }),
      )
      .finally(() => {
        running.delete(claim);
        wake();
      });
    running.set(claim, { controller, done });
  };

  const work = async (claim: Claim, controller: AbortController): Promise<void> => {
    const stopRenewing = keepLease(claim, controller);
    const outcome = await runAttempt(executor, claim, clock, controller, graceMs, (late) =>
      tellLate(claim, late),
    );
    stopRenewing();
    if (controller.signal.reason === interrupted && !outcome.ok) {
      await bus.work.handBack(claim, outcome.effect);
    } else {
      await report(claim, outcome);
    }
  };

  /** The attempt has been given up; an answer that says what really happened still settles what is unknown. */
  const tellLate = (claim: Claim, outcome: ToolOutcome): void => {
    if (!outcome.ok && outcome.effect === 'maybe') return;
    report(claim, outcome).catch((thrown: Error) =>
      logger.warn('a late answer was lost', { request_id: claim.call.id, error: thrown.message }),
    );
  };

  /** A heartbeat at each third of the lease; breaks the attempt off when the call is no longer this worker's. */
  const keepLease = (claim: Claim, controller: AbortController): (() => void) => {
    let cancelTimer = (): void => {};
    let stopped = false;
    const renew = async (): Promise<void> => {
      const standing = await bus.work.renew(claim, leaseMs);
      if (standing !== 'held') controller.abort(breakOffError(standing));
    };
    const arm = (): void => {
      if (stopped) return;
      cancelTimer = clock.after(leaseMs / 3, () => {
        renew()
          .catch((thrown: Error) =>
            logger.warn('a lease could not be renewed', { request_id: claim.call.id, error: thrown.message }),
          )
          .finally(arm);
      });
    };
    arm();
    return () => {
      stopped = true;
      cancelTimer();
    };
  };

  /** Until the journal has it: an outcome that nobody hears of would be unknown for no reason. */
  const report = async (claim: Claim, outcome: ToolOutcome): Promise<void> => {
    const giveUpAt = clock.monotonic() + Math.max(leaseMs, REPORT_PAUSE_MS) * 4;
    for (;;) {
      try {
        await bus.work.report(claim, outcome);
        return;
      } catch (thrown) {
        const { code, message, retryable } = asHermesError(thrown, 'bus');
        if (UNFIT.has(code)) return report(claim, unfit(outcome, code, message));
        if (!retryable || clock.monotonic() >= giveUpAt) throw thrown;
        await sleep(clock, REPORT_PAUSE_MS);
      }
    }
  };

  return {
    epoch,
    async start() {
      accepting = true;
      stops.push(await bus.work.onWork(wake));
      stops.push(
        await bus.work.onAbort((callIds) => {
          for (const [claim, { controller }] of running) {
            if (!callIds.includes(claim.call.id)) continue;
            // A hint may be wrong: the journal says whether the call is still wanted.
            bus.work.renew(claim, leaseMs).then(
              (standing) => {
                if (standing !== 'held') controller.abort(breakOffError(standing));
              },
              () => {},
            );
          }
        }),
      );
      wake();
    },
    async drain(drainMs) {
      accepting = false;
      cancelPoll();
      for (const stop of stops.splice(0)) await stop();
      await looking;
      const settled = Promise.allSettled([...running.values()].map(({ done }) => done));
      const hurry = clock.after(drainMs, () => {
        for (const { controller } of running.values()) controller.abort(interrupted);
      });
      await settled;
      hurry();
    },
  };
}

/** What the journal refuses about an outcome, whoever asks how often. */
const UNFIT: ReadonlySet<string> = new Set(['PAYLOAD_TOO_LARGE', 'MESSAGE_INVALID']);

/** The effect may have been taken, but what came of it cannot be kept. */
const unfit = (outcome: ToolOutcome, code: string, message: string): ToolOutcome => ({
  ok: false,
  code,
  message,
  retryable: false,
  effect: 'maybe',
  executionTimeMs: outcome.executionTimeMs ?? 0,
});
