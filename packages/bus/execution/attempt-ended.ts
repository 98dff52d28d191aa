import type { JsonValue } from '@hermes-agent/core';
import { compensationLost, unwind } from '../compensation/unwind.ts';
import { bury, isPoison } from '../dead-letter/poison.ts';
import { passedOn, policyEffects } from '../policy/effects.ts';
import { askFallback, fallbackAnswered, fallbackInconclusive } from '../policy/fallback.ts';
import { type Guidance, policyFor } from '../policy/guidance.ts';
import { type Decision, decide, isDoubtful } from '../retry/decide.ts';
import { answered, becomeUnknown, inconclusive, undoBlindly } from '../verification/monitor.ts';
import { momentCall, specOf } from './call.ts';
import type { ToolOutcome } from './event.ts';
import { failStep, proceed } from './proceed.ts';
import { type Call, type Execution, type Phase, withoutMatter, withStep } from './state.ts';
import { andThen, moved, type SideEffect, type Transition } from './transition.ts';

/** The attempt under way is over, with `outcome`; `message` says so in the journal. */
export function attemptEnded(
  execution: Execution,
  { call, since }: Extract<Phase, { name: 'running' }>,
  outcome: ToolOutcome,
  message: SideEffect,
  guidance: Guidance,
  now: number,
): Transition {
  const code = outcome.ok ? 'OK' : outcome.code;
  const attempt = {
    name: 'attempt',
    call: momentCall(execution, call),
    fence: execution.fence,
    startAt: since,
    endAt: now,
    code,
  } as const;
  return andThen(moved(execution, message, { type: 'moment', moment: attempt }), (current) => {
    if (!outcome.ok) return attemptFailed(current, call, outcome, guidance, now);
    const shout = outcome.violation === undefined ? [] : passedOn(current, call, guidance, now);
    return andThen(moved(current, ...shout), (told) => callSucceeded(told, call, outcome.output, now));
  });
}

function attemptFailed(
  execution: Execution,
  call: Call,
  outcome: Extract<ToolOutcome, { ok: false }>,
  guidance: Guidance,
  now: number,
): Transition {
  const spec = specOf(execution, call);
  const before = call.kind === 'step' ? execution.steps[call.step]!.doubts : [];
  const doubts = isDoubtful(spec, outcome) ? [...before, execution.fence] : before;
  const current = call.kind === 'step' ? withStep(execution, call.step, { doubts }) : execution;
  const unwanted = execution.cancelled !== null && call.kind === 'step';
  const asked = unwanted ? { ...outcome, code: 'CANCELLED', retryable: false } : outcome;
  const policy = policyFor(execution, guidance, { ...asked, tool: spec.tool, version: spec.version });
  const decision = decide(spec, call, asked, {
    policy,
    mayRetry: guidance.mayRetry,
    doubts: doubts.length,
    undoable: execution.order.steps[call.step]!.compensation?.safeIfAbsent === true,
    now,
  });
  const told = moved(current, ...policyEffects(current, call, asked.code, policy, decision.type, now));
  return andThen(told, (next) => carryOut(next, call, decision, outcome.code, now));
}

function carryOut(
  execution: Execution,
  call: Call,
  decision: Decision,
  code: string,
  now: number,
): Transition {
  switch (decision.type) {
    case 'retry':
      return moved({
        ...execution,
        phase: { name: 'backing_off', call, since: now, until: now + decision.pauseMs },
      });
    case 'fallback':
      return askFallback(execution, call.step, decision.fallback, code, now);
    case 'undo':
      return undoBlindly(execution, call.step, code, now);
    case 'failed':
      return isPoison(execution, call, code)
        ? bury(execution, call.step, code, now)
        : callFailed(execution, call, code, now);
    case 'unknown':
      return callUnknown(execution, call, code, now);
  }
}

export function callSucceeded(execution: Execution, call: Call, output: JsonValue, now: number): Transition {
  switch (call.kind) {
    case 'step':
      return proceed(withStep(execution, call.step, { state: 'succeeded', output, doubts: [] }), now);
    case 'verification':
      return answered(execution, call.step, output, now);
    case 'fallback':
      return fallbackAnswered(execution, call.step, output, now);
    case 'compensation':
      return unwind(withStep(withoutMatter(execution, call.step), call.step, { compensation: 'done' }), now);
  }
}

/** The call ended without success and certainly without effect. */
export function callFailed(execution: Execution, call: Call, code: string, now: number): Transition {
  switch (call.kind) {
    case 'step':
      return failStep(execution, call.step, code, now);
    case 'verification':
      return inconclusive(execution, call.step, now);
    case 'fallback':
      return fallbackInconclusive(execution, call.step, now);
    case 'compensation':
      return compensationLost(execution, call.step, 'failed', now);
  }
}

/** Nobody knows whether the call took effect. */
export function callUnknown(execution: Execution, call: Call, code: string, now: number): Transition {
  switch (call.kind) {
    case 'step':
      return becomeUnknown(execution, call.step, code, now);
    case 'verification':
      return inconclusive(execution, call.step, now);
    case 'fallback':
      return fallbackInconclusive(execution, call.step, now);
    case 'compensation':
      return compensationLost(execution, call.step, 'unknown', now);
  }
}
