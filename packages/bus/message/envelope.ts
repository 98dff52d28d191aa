import type { Priority } from '../order/order.ts';

/** The sides of the bus. Conversation speaks through the runtime, the tool side through a worker. */
export type Side = 'conversation' | 'tools' | 'bus';

/** Everything about a message that M1's bodies leave out. */
export interface Envelope {
  /** The call the message is about: `<request id>/1`, `…/1/verify/1`, `…/1/comp`. */
  readonly request_id: string;
  /** The request that the call is part of. */
  readonly execution_id: string;
  readonly session_id: string;
  readonly tenant: string;
  readonly priority: Priority;
  /** W3C trace context. */
  readonly traceparent: string;
  readonly tool: string;
  readonly version: string;
  readonly contract_hash: string;
  /** 0 for a request, which no attempt has taken up. */
  readonly attempt: number;
  /** Fencing token of the attempt; 0 for a request. */
  readonly fence: number;
  /** With an error: may the world have changed although the attempt failed? */
  readonly effect?: 'none' | 'maybe';
  /** With an error: how long the other side asked to be left alone. */
  readonly retry_after_ms?: number;
  /** With a result: how its output breaks the contract, passed on because a policy says so. */
  readonly violation?: string;
  /** It came when it could no longer decide the attempt; kept for the record. */
  readonly late?: true;
}
