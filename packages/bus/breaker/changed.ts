import { momentCall, specOf } from '../execution/call.ts';
import type { Call, Execution } from '../execution/state.ts';
import type { SideEffect } from '../execution/transition.ts';
import type { Breaker } from './breaker.ts';

/** Says that a breaker has opened or closed: on the trace of the call that brought it about, and to a person. */
export function changed(
  execution: Execution,
  call: Call,
  { state, retryAt }: Breaker,
  now: number,
): readonly SideEffect[] {
  const { tool, version } = specOf(execution, call);
  const open = state !== 'closed';
  return [
    {
      type: 'moment',
      moment: {
        name: 'breaker',
        call: momentCall(execution, call),
        fence: execution.fence,
        startAt: now,
        endAt: now,
        code: 'OK',
        about: { state, ...(open ? { retry_at: retryAt } : {}) },
      },
    },
    {
      type: 'alert',
      code: open ? 'CIRCUIT_OPEN' : 'CIRCUIT_CLOSED',
      severity: open ? 'warning' : 'info',
      summary: open
        ? {
            zh: `工具 ${tool} ${version} 的服务多数无应答，已熔断：新请求立即失败，稍后试探恢复。`,
            en: `${tool} ${version} mostly gives no service: new calls fail at once until a trial is answered.`,
          }
        : { zh: `工具 ${tool} ${version} 已恢复。`, en: `${tool} ${version} is back.` },
      fields: { tool, version },
    },
  ];
}
