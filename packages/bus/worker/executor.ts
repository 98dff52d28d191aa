import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { ToolOutcome } from '../execution/event.ts';

/** One attempt at one call, as an executor gets it. */
export interface ToolCall {
  readonly tool: string;
  readonly version: string;
  readonly input: JsonValue;
  /** The call's id: `<request id>/1`, `…/1/verify/1`, `…/1/comp`. */
  readonly requestId: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** The same over all attempts; the other side must be given it. */
  readonly idempotencyKey: string;
  /** Everything, clean-up included, has to have ended by then. */
  readonly timeoutMs: number;
  readonly traceparent: string;
  readonly sessionId: string;
  readonly subject: string;
  readonly tenant: string;
  readonly domain: string;
  /** The requester's own, as it came with the order. */
  readonly origin: JsonObject;
  /** Pass on an output that breaks the contract, and say how it does; a policy wants it so. */
  readonly lenient?: true;
}

/** What runs tools. The bus knows nothing of how. */
export interface ToolExecutor {
  /** Whether exactly this contract can be run here. */
  holds(tool: string, version: string, hash: string): boolean;
  /** Runs one attempt. The signal aborts at the attempt's limit, on cancellation, and when the worker stops. */
  execute(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
