import { isJsonObject } from '@hermes-agent/core';

/** A limit passed without an answer. Sent by the bus alone: a dead tool cannot say that it is late. */
export interface ExecuteTimeout {
  readonly request_id: string;
  /** The limit that passed: the attempt's, or the call's whole budget. */
  readonly timeout_ms: number;
}

export const executeTimeout = (requestId: string, timeoutMs: number): ExecuteTimeout => ({
  request_id: requestId,
  timeout_ms: timeoutMs,
});

export const isExecuteTimeout = (body: unknown): body is ExecuteTimeout =>
  isJsonObject(body) && typeof body.request_id === 'string' && typeof body.timeout_ms === 'number';
