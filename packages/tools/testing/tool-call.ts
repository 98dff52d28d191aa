import type { JsonValue } from '@hermes-agent/core';
import type { ToolCall } from '../call/call.ts';

/** A call with everything a test does not care about filled in. */
export function toolCall(tool: string, input: JsonValue, more: Partial<ToolCall> = {}): ToolCall {
  return {
    tool,
    version: '1.0.0',
    input,
    requestId: '018f2f3a-0000-8000-8000-000000000001/1',
    attempt: 1,
    idempotencyKey: '018f2f3a-0000-8000-8000-000000000001/1',
    timeoutMs: 5000,
    sessionId: 'session',
    subject: 'user',
    tenant: 'local',
    ...more,
  };
}

/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;
