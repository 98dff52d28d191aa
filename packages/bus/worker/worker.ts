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
import { keepLease, type Lease } from './lease.ts';

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

interface Running {
  readonly controller: AbortController;
  readonly lease: Lease;
  readonly done: Promise<void>;
}

const REPORT_PAUSE_MS = 200;

/** Claims calls, runs them, reports. Any number of workers may live on one bus. */
export function createWorker(options: WorkerOptions): Worker {
  const { bus, executor, clock = systemClock, logger = silentLogger } = options;
  const { concurrency = 8, leaseMs = 6_000, pollMs = 100, graceMs = 1_000 } = options;
  const epoch = (options.ids ?? createIds(clock)).next();
  const interrupted = breakOffError('draining');
  const holding = createHolding(bus.work, executor);
  const running = new Map<Claim, Running>();
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
      const routes = await holding();
      const askedAt = clock.monotonic();
      const claims = await bus.work.claim({ worker: epoch, routes, limit, leaseMs });
      // The answer may have been long on its way, or this process suspended: then another has the calls by now, and
      // what would be run here would take its effect after it had been given up.
      const late = clock.monotonic() - askedAt >= leaseMs;
      for (const claim of claims) {
        if (late) await bus.work.handBack(claim, 'none');
        else begin(claim);
      }
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
    const lease = keepLease(bus.work, claim, { leaseMs, clock, logger }, (reason) =>
      controller.abort(reason),
    );
    const done = work(claim, controller, lease)
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
    running.set(claim, { controller, lease, done });
  };

  const work = async (claim: Claim, controller: AbortController, lease: Lease): Promise<void> => {
    const outcome = await runAttempt(executor, claim, clock, controller, graceMs, (late) =>
      tellLate(claim, late),
    );
    lease.release();
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
          // A hint may be wrong: the journal says whether the call is still wanted.
          for (const [{ call }, { lease }] of running) if (callIds.includes(call.id)) lease.ask();
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
