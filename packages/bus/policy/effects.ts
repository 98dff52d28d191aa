import { momentCall, specOf } from '../execution/call.ts';
import type { Call, Execution } from '../execution/state.ts';
import type { SideEffect } from '../execution/transition.ts';
import type { Decision } from '../retry/decide.ts';
import { referenceOf } from '../route/choose.ts';
import { type Guidance, policyFor } from './guidance.ts';
import type { PolicyRule } from './rule.ts';

/** What a policy's decision leaves behind: its span, the freeze it asks for, and the alert at its severity. */
export function policyEffects(
  execution: Execution,
  call: Call,
  code: string,
  policy: PolicyRule,
  decision: Decision['type'] | 'passed_on',
  now: number,
): readonly SideEffect[] {
  const { action, severity } = policy;
  const { tool, version, hash } = specOf(execution, call);
  const decided: SideEffect = {
    type: 'moment',
    moment: {
      name: 'policy',
      call: momentCall(execution, call),
      fence: execution.fence,
      startAt: now,
      endAt: now,
      code: 'OK',
      about: { error: code, action, decision, ...(severity === undefined ? {} : { severity }) },
    },
  };
  if (action === 'FREEZE') {
    return [
      decided,
      {
        type: 'freeze',
        target: referenceOf({ tool, version, hash }),
        code,
        severity: severity ?? 'critical',
      },
    ];
  }
  if (severity === undefined) return [decided];
  return [
    decided,
    {
      type: 'alert',
      code,
      severity,
      summary: {
        zh: `${tool} ${version} 出现 ${code}，按策略 ${action} 处理。`,
        en: `${tool} ${version} ended with ${code}; the policy is ${action}.`,
      },
      fields: { tool, version, action },
    },
  ];
}

/** An output that breaks its contract was passed on: never in silence, whatever the rule says of severity. */
export function passedOn(
  execution: Execution,
  call: Call,
  guidance: Guidance,
  now: number,
): readonly SideEffect[] {
  const { tool, version } = specOf(execution, call);
  const code = 'CONTRACT_VIOLATION';
  const policy = policyFor(execution, guidance, { tool, version, code, retryable: false });
  return policyEffects(
    execution,
    call,
    code,
    { ...policy, severity: policy.severity ?? 'warning' },
    'passed_on',
    now,
  );
}
