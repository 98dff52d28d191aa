import { unwind } from '../compensation/unwind.ts';
import { executeError } from '../message/execute-error.ts';
import { executeResult } from '../message/execute-result.ts';
import { executeTimeout } from '../message/execute-timeout.ts';
import { type Guidance, NO_GUIDANCE, policyFor } from '../policy/guidance.ts';
import { stepTurnedOutDone, stepTurnedOutFailed } from '../verification/monitor.ts';
import { attemptEnded, callSucceeded } from './attempt-ended.ts';
import { envelopeOf, momentCall, specOf } from './call.ts';
import type { ExecutionEvent, ToolOutcome } from './event.ts';
import { lateEffect } from './late-effect.ts';
import { type Call, type Execution, withoutMatter, withStep } from './state.ts';
import { ignored, moved, type SideEffect, type Transition } from './transition.ts';

type Reported = Extract<ExecutionEvent, { type: 'reported' }>;

/**
 * An attempt reports its end. With the latest fence it decides its call; with an older one it is kept for the
 * record, and may settle what was unknown, but can never start anything a second time.
 */
export function onReported(execution: Execution, reported: Reported, now: number): Transition {
  const { phase } = execution;
  const { guidance = NO_GUIDANCE } = reported;
  if (!isOfPlan(execution, reported.call) || reported.fence > execution.fence) return ignored(execution);
  const event = { ...reported, outcome: judge(execution, reported, guidance) };
  if (phase.name === 'running' && event.fence === execution.fence && event.call.id === phase.call.id) {
    const message = reportMessage(execution, { ...event, call: phase.call }, phase.limitMs);
    return attemptEnded(execution, phase, event.outcome, message, guidance, now);
  }
  const settled = settleLate(execution, event, now);
  const record: SideEffect[] = [
    reportMessage(execution, event, null),
    {
      type: 'moment',
      moment: {
        name: 'late',
        call: momentCall(execution, event.call),
        fence: event.fence,
        startAt: now,
        endAt: now,
        code: event.outcome.ok ? 'OK' : event.outcome.code,
      },
    },
  ];
  return settled === null
    ? { execution, effects: record, verdict: 'stale' }
    : { ...settled, effects: [...record, ...settled.effects], verdict: 'late' };
}

/** An output that breaks its contract counts only while the policy says so; it may have changed since. */
function judge(execution: Execution, { call, outcome }: Reported, guidance: Guidance): ToolOutcome {
  if (!outcome.ok || outcome.violation === undefined) return outcome;
  const { tool, version, effects } = specOf(execution, call);
  const subject = { tool, version, code: 'CONTRACT_VIOLATION', retryable: false };
  if (policyFor(execution, guidance, subject).action === 'LOG_ONLY') return outcome;
  return {
    ok: false,
    code: subject.code,
    message: outcome.violation,
    retryable: false,
    effect: effects === 'read' ? 'none' : 'maybe',
    executionTimeMs: outcome.executionTimeMs,
  };
}

const isOfPlan = ({ order, steps }: Execution, { kind, step }: Call): boolean => {
  const planned = order.steps[step];
  if (kind === 'fallback') return steps[step]?.fallback !== undefined;
  if (kind === 'verification') return planned?.verify !== undefined;
  return (kind === 'compensation' ? planned?.compensation : planned) !== undefined;
};

/** What a report that came too late for its attempt still brings to an end; null when nothing. */
function settleLate(
  execution: Execution,
  { call, fence, outcome }: Reported,
  now: number,
): Transition | null {
  const progress = execution.steps[call.step]!;
  if (call.kind === 'verification' || call.kind === 'fallback') return null;
  if (call.kind === 'compensation') {
    if (!outcome.ok || progress.compensation !== 'unknown') return null;
    const undone = withStep(withoutMatter(execution, call.step), call.step, { compensation: 'done' });
    return execution.phase.name === 'attention' ? unwind(undone, now) : moved(undone);
  }
  if (!outcome.ok) {
    if (outcome.effect !== 'none' || !progress.doubts.includes(fence)) return null;
    const doubts = progress.doubts.filter((doubt) => doubt !== fence);
    const clearer = withStep(execution, call.step, { doubts, code: outcome.code });
    const resolved =
      progress.state === 'unknown' && doubts.length === 0 && progress.compensation === undefined;
    return resolved ? withAbort(execution, stepTurnedOutFailed(clearer, call.step, now)) : moved(clearer);
  }
  if (progress.state === 'unknown' && progress.compensation === undefined) {
    return withAbort(execution, stepTurnedOutDone(execution, call.step, outcome.output, now));
  }
  if (progress.state === 'active' && fence === execution.fence) {
    return callSucceeded(execution, call, outcome.output, now);
  }
  return lateEffect(execution, call.step, outcome.output, now);
}

/** A question under way about what is now known is no longer wanted. */
function withAbort({ phase }: Execution, settled: Transition): Transition {
  if (phase.name !== 'running') return settled;
  return { ...settled, effects: [...settled.effects, { type: 'abort', callId: phase.call.id }] };
}

const violationOf = ({ violation }: { readonly violation?: string }) =>
  violation === undefined ? {} : { violation };

function reportMessage(
  execution: Execution,
  { call, fence, outcome }: Reported,
  limitMs: number | null,
): SideEffect {
  const envelope = {
    ...envelopeOf(execution, call, fence),
    ...(outcome.ok ? violationOf(outcome) : { effect: outcome.effect }),
    ...(limitMs === null ? ({ late: true } as const) : {}),
  };
  if (outcome.ok) {
    const body = executeResult(call.id, outcome.output, outcome.executionTimeMs);
    return { type: 'message', message: { type: 'EXECUTE_RESULT', envelope, body } };
  }
  if (outcome.code === 'EXECUTE_TIMEOUT' && limitMs !== null) {
    return {
      type: 'message',
      message: { type: 'EXECUTE_TIMEOUT', envelope, body: executeTimeout(call.id, limitMs) },
    };
  }
  const body = executeError(call.id, outcome.code, outcome.message, outcome.retryable);
  return { type: 'message', message: { type: 'EXECUTE_ERROR', envelope, body } };
}
