import { asHermesError, type Clock, HermesError } from '@hermes-agent/core';
import { envelopeOf, idempotencyKeyOf, inputOf, specOf } from '../execution/call.ts';
import type { ToolOutcome } from '../execution/event.ts';
import type { Claim } from '../journal/port.ts';
import type { ToolCall, ToolExecutor } from './executor.ts';

/** Why an attempt is broken off. */
export type BreakOff = 'limit' | 'unwanted' | 'lost' | 'draining';

const BREAK_OFF_CODES = {
  limit: 'DEADLINE_EXCEEDED',
  unwanted: 'CANCELLED',
  lost: 'FENCE_STALE',
  draining: 'CANCELLED',
} as const satisfies Record<BreakOff, string>;

export const breakOffError = (reason: BreakOff): HermesError =>
  new HermesError(BREAK_OFF_CODES[reason], `The attempt is broken off (${reason})`, { layer: 'bus' });

/** What the executor gets for a claim. */
export function toolCallOf({ execution, call, fence, limitMs, lenient }: Claim): ToolCall {
  const { order } = execution;
  const { tool, version } = specOf(execution, call);
  const input = inputOf(execution, call);
  return {
    tool,
    version,
    input: input.ok ? input.value : null,
    requestId: call.id,
    attempt: call.attempt,
    idempotencyKey: idempotencyKeyOf(execution, call),
    timeoutMs: limitMs,
    traceparent: envelopeOf(execution, call, fence).traceparent,
    sessionId: order.sessionId,
    subject: order.subject,
    tenant: order.tenant,
    domain: order.domain,
    origin: order.origin,
    ...(lenient === undefined ? {} : { lenient }),
  };
}

/**
 * Runs one attempt. At its limit the signal aborts and the tool has `graceMs` to clean up and answer; a tool that
 * does neither is not waited for, and what it still answers goes to `onLate`. Never throws: what goes wrong becomes
 * an outcome, and one that says that the world may have changed.
 */
export async function runAttempt(
  executor: ToolExecutor,
  claim: Claim,
  clock: Clock,
  controller: AbortController,
  graceMs: number,
  onLate: (outcome: ToolOutcome) => void,
): Promise<ToolOutcome> {
  const startedAt = clock.monotonic();
  const failure = (code: string, message: string): ToolOutcome => ({
    ok: false,
    code,
    message,
    retryable: false,
    effect: 'maybe',
    executionTimeMs: Math.round(clock.monotonic() - startedAt),
  });
  const cancelLimit = clock.after(claim.limitMs, () => controller.abort(breakOffError('limit')));
  let cancelGrace = (): void => {};
  const givenUp = new Promise<ToolOutcome>((resolve) => {
    controller.signal.addEventListener('abort', () => {
      cancelGrace = clock.after(graceOf(claim, graceMs), () =>
        resolve(failure('EXECUTE_TIMEOUT', 'The tool did not stop')),
      );
    });
  });
  try {
    const running = execute(executor, claim, controller.signal).catch((thrown: unknown) =>
      controller.signal.aborted
        ? failure('EXECUTE_TIMEOUT', 'The tool was stopped')
        : failure('INTERNAL', asHermesError(thrown, 'bus').message),
    );
    const first = await Promise.race([running, givenUp]);
    void running.then((outcome) => {
      if (outcome !== first) onLate(outcome);
    });
    return first;
  } finally {
    cancelLimit();
    cancelGrace();
  }
}

const SHORTEST_GRACE_MS = 50;

/** The clean-up has to be over, and told, before the bus's own deadline. */
function graceOf({ execution, call, limitMs }: Claim, graceMs: number): number {
  const claimedAt = execution.phase.name === 'running' ? execution.phase.since : 0;
  const leftMs = call.deadlineAt! - claimedAt - limitMs;
  return Math.max(SHORTEST_GRACE_MS, Math.min(graceMs, leftMs / 2));
}

/** As an async function, so that an executor that throws at once is heard like any other. */
const execute = async (executor: ToolExecutor, claim: Claim, signal: AbortSignal): Promise<ToolOutcome> =>
  executor.execute(toolCallOf(claim), signal);
