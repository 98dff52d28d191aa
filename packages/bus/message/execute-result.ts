import { isJsonObject, type JsonValue } from '@hermes-agent/core';

/** The call succeeded. Sent by the tool side. */
export interface ExecuteResult {
  readonly request_id: string;
  readonly output_data: JsonValue;
  readonly execution_time_ms: number;
}

export const executeResult = (
  requestId: string,
  outputData: JsonValue,
  executionTimeMs: number,
): ExecuteResult => ({
  request_id: requestId,
  output_data: outputData,
  execution_time_ms: executionTimeMs,
});

export const isExecuteResult = (body: unknown): body is ExecuteResult =>
  isJsonObject(body) &&
  typeof body.request_id === 'string' &&
  body.output_data !== undefined &&
  typeof body.execution_time_ms === 'number';
