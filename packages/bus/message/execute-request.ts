import { isJsonObject, type JsonValue } from '@hermes-agent/core';
import type { RetryPolicy } from '../order/order.ts';

/** Asks for one call. Sent by conversation, through the runtime. */
export interface ExecuteRequest {
  readonly tool_name: string;
  readonly input_params: JsonValue;
  /** The whole budget of the call. */
  readonly timeout_ms: number;
  readonly retry_policy: {
    readonly max_attempts: number;
    readonly initial_ms: number;
    readonly multiplier: number;
    readonly max_ms: number;
    readonly jitter: number;
  };
}

export const executeRequest = (
  toolName: string,
  inputParams: JsonValue,
  timeoutMs: number,
  retryPolicy: RetryPolicy,
): ExecuteRequest => ({
  tool_name: toolName,
  input_params: inputParams,
  timeout_ms: timeoutMs,
  retry_policy: {
    max_attempts: retryPolicy.maxAttempts,
    initial_ms: retryPolicy.initialMs,
    multiplier: retryPolicy.multiplier,
    max_ms: retryPolicy.maxMs,
    jitter: retryPolicy.jitter,
  },
});

export const isExecuteRequest = (body: unknown): body is ExecuteRequest =>
  isJsonObject(body) &&
  typeof body.tool_name === 'string' &&
  body.tool_name !== '' &&
  body.input_params !== undefined &&
  isPositive(body.timeout_ms) &&
  isJsonObject(body.retry_policy) &&
  isPositive(body.retry_policy.max_attempts) &&
  ['initial_ms', 'multiplier', 'max_ms', 'jitter'].every((key) =>
    isCount((body.retry_policy as Record<string, unknown>)[key]),
  );

const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0;
