import type { ExecutionEvent, ToolOutcome } from '../execution/event.ts';
import type { Call } from '../execution/state.ts';
import type { Envelope } from './envelope.ts';
import { executeError } from './execute-error.ts';
import { executeResult } from './execute-result.ts';
import type { Message } from './message.ts';

type Report = Extract<Message, { type: 'EXECUTE_RESULT' | 'EXECUTE_ERROR' }>;

/** What a worker sends when an attempt has ended. An error's effect and its Retry-After travel in the envelope. */
export function reportOf(envelope: Envelope, outcome: ToolOutcome): Report {
  if (outcome.ok) {
    const body = executeResult(envelope.request_id, outcome.output, outcome.executionTimeMs);
    return { type: 'EXECUTE_RESULT', envelope, body };
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

/** The event that a report is. Null when its ids are not those of a call. */
export function eventOf(report: Report): Extract<ExecutionEvent, { type: 'reported' }> | null {
  const { envelope } = report;
  const call = parseCall(envelope);
  if (call === null || !Number.isSafeInteger(envelope.fence) || envelope.fence < 1) return null;
  const outcome: ToolOutcome =
    report.type === 'EXECUTE_RESULT'
      ? { ok: true, output: report.body.output_data, executionTimeMs: report.body.execution_time_ms }
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
  return { type: 'reported', call, fence: envelope.fence, outcome };
}

const CALL = /^\/([1-9][0-9]*)(?:\/(verify)\/[1-9][0-9]*|\/(comp)(?:\/[1-9][0-9]*)?)?$/;

function parseCall({ execution_id, request_id, attempt }: Envelope): Call | null {
  if (!request_id.startsWith(execution_id)) return null;
  const match = CALL.exec(request_id.slice(execution_id.length));
  if (match === null) return null;
  const kind = match[2] !== undefined ? 'verification' : match[3] !== undefined ? 'compensation' : 'step';
  return { kind, step: Number(match[1]) - 1, id: request_id, attempt, deadlineAt: null };
}
