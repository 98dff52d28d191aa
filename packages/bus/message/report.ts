import type { ExecutionEvent, ToolOutcome } from '../execution/event.ts';
import type { Call } from '../execution/state.ts';
import { parseCallId } from './call-id.ts';
import type { Envelope } from './envelope.ts';
import { executeError } from './execute-error.ts';
import { executeResult } from './execute-result.ts';
import type { Message } from './message.ts';

type Report = Extract<Message, { type: 'EXECUTE_RESULT' | 'EXECUTE_ERROR' }>;

/** What a worker sends when an attempt has ended. An error's effect and its Retry-After travel in the envelope. */
export function reportOf(envelope: Envelope, outcome: ToolOutcome): Report {
  if (outcome.ok) {
    const body = executeResult(envelope.request_id, outcome.output, outcome.executionTimeMs);
    return { type: 'EXECUTE_RESULT', envelope: { ...envelope, ...violationOf(outcome) }, body };
  }
  const { code, message, retryable, effect, retryAfterMs } = outcome;
  return {
    type: 'EXECUTE_ERROR',
    envelope: {
      ...envelope,
      effect,
      ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
    },
    body: executeError(envelope.request_id, code, message, retryable),
  };
}

const violationOf = ({ violation }: { readonly violation?: string }) =>
  violation === undefined ? {} : { violation };

/** The event that a report is, once the gate has let it in. */
export function eventOf(report: Report): Extract<ExecutionEvent, { type: 'reported' }> {
  const { envelope } = report;
  const { execution_id, request_id: id, attempt, fence, tool, version, contract_hash: hash } = envelope;
  const call: Call = {
    ...parseCallId(execution_id, id)!,
    id,
    attempt,
    deadlineAt: null,
    target: { tool, version, hash },
  };
  const outcome: ToolOutcome =
    report.type === 'EXECUTE_RESULT'
      ? {
          ok: true,
          output: report.body.output_data,
          executionTimeMs: report.body.execution_time_ms,
          ...violationOf(envelope),
        }
      : {
          ok: false,
          code: report.body.error_code,
          message: report.body.error_message,
          retryable: report.body.retryable,
          // Who does not say that nothing happened has not promised it.
          effect: envelope.effect === 'none' ? 'none' : 'maybe',
          ...(envelope.retry_after_ms === undefined ? {} : { retryAfterMs: envelope.retry_after_ms }),
          executionTimeMs: 0,
        };
  return { type: 'reported', call, fence, outcome };
}
