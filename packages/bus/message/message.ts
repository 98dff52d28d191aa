import type { Envelope, Side } from './envelope.ts';
import { type ExecuteAck, isExecuteAck } from './execute-ack.ts';
import { type ExecuteError, isExecuteError } from './execute-error.ts';
import { type ExecuteRequest, isExecuteRequest } from './execute-request.ts';
import { type ExecuteResult, isExecuteResult } from './execute-result.ts';
import { type ExecuteTimeout, isExecuteTimeout } from './execute-timeout.ts';

/** The five messages of the Multi-Component Protocol. */
export interface MessageBodies {
  readonly EXECUTE_REQUEST: ExecuteRequest;
  readonly EXECUTE_ACK: ExecuteAck;
  readonly EXECUTE_RESULT: ExecuteResult;
  readonly EXECUTE_ERROR: ExecuteError;
  readonly EXECUTE_TIMEOUT: ExecuteTimeout;
}
export type MessageType = keyof MessageBodies;

/** A message, discriminated by `type`. */
export type Message = {
  [Type in MessageType]: {
    readonly type: Type;
    readonly envelope: Envelope;
    readonly body: MessageBodies[Type];
  };
}[MessageType];

/** A message as the journal keeps it. */
export type JournaledMessage = Message & {
  /** Grows with every message of the journal; a cursor for readers. */
  readonly sequence: number;
  readonly sender: Side;
  readonly at: number;
};

/** Who alone may send what. */
export const SENDERS: Readonly<Record<MessageType, Side>> = {
  EXECUTE_REQUEST: 'conversation',
  EXECUTE_ACK: 'tools',
  EXECUTE_RESULT: 'tools',
  EXECUTE_ERROR: 'tools',
  EXECUTE_TIMEOUT: 'bus',
};

export const BODY_CHECKS: Readonly<Record<MessageType, (body: unknown) => boolean>> = {
  EXECUTE_REQUEST: isExecuteRequest,
  EXECUTE_ACK: isExecuteAck,
  EXECUTE_RESULT: isExecuteResult,
  EXECUTE_ERROR: isExecuteError,
  EXECUTE_TIMEOUT: isExecuteTimeout,
};
