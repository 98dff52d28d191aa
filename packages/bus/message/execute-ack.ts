import { isJsonObject } from '@hermes-agent/core';

/** A worker has taken the call up. Sent by the tool side with the claim, before anything runs. */
export interface ExecuteAck {
  readonly request_id: string;
  /** When, in milliseconds since the epoch. */
  readonly scheduled_at: number;
}

export const executeAck = (requestId: string, scheduledAt: number): ExecuteAck => ({
  request_id: requestId,
  scheduled_at: scheduledAt,
});

export const isExecuteAck = (body: unknown): body is ExecuteAck =>
  isJsonObject(body) && typeof body.request_id === 'string' && typeof body.scheduled_at === 'number';
