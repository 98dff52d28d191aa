import { isJsonObject } from '@hermes-agent/core';

/** The attempt failed. Sent by the tool side. */
export interface ExecuteError {
  readonly request_id: string;
  readonly error_code: string;
  /** For operators and traces; a user never reads it. */
  readonly error_message: string;
  readonly retryable: boolean;
}

export const executeError = (
  requestId: string,
  errorCode: string,
  errorMessage: string,
  retryable: boolean,
): ExecuteError => ({
  request_id: requestId,
  error_code: errorCode,
  error_message: errorMessage,
  retryable,
});

export const isExecuteError = (body: unknown): body is ExecuteError =>
  isJsonObject(body) &&
  typeof body.request_id === 'string' &&
  typeof body.error_code === 'string' &&
  typeof body.error_message === 'string' &&
  typeof body.retryable === 'boolean';
