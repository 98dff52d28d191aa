import type { JsonObject, JsonValue } from '@hermes-agent/core';

/** The task cache (L1) of the task a call belongs to. A tool sees no other. */
export interface ToolTask {
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** One attempt at one step. `input` holds the declared arguments and nothing else; all the rest is the envelope. */
export interface ToolCall {
  readonly tool: string;
  /** Exact, as it was resolved when the plan was compiled. */
  readonly version: string;
  readonly input: JsonValue;
  /** The step's id: `<request_id>/1`. */
  readonly requestId: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** Everything, clean-up included, has ended this many milliseconds after the call. */
  readonly timeoutMs: number;
  readonly traceparent?: string;
  readonly sessionId: string;
  readonly subject: string;
  readonly tenant: string;
  readonly task?: ToolTask;
  /**
   * Pass on an output that breaks the contract, and say how it does. Only a caller's policy sets it; without it such
   * an output never leaves this layer.
   */
  readonly lenient?: boolean;
}

/** What ran the code of a call, and what it cost. */
export interface SandboxUse {
  readonly provider: string;
  /** Whether the instance had served another call before. */
  readonly reused: boolean;
  readonly cpuMs?: number;
  readonly peakMemoryBytes?: number;
}

/** May the world have changed although the call failed? `none` promises that it has not. */
export type Effect = 'none' | 'maybe';

export interface ToolSuccess {
  readonly ok: true;
  readonly output: JsonValue;
  readonly executionTimeMs: number;
  /** Null when the binding runs no code of the tool's. */
  readonly sandbox: SandboxUse | null;
  /** How the output breaks the contract; only of a lenient call. */
  readonly violation?: string;
}

export interface ToolFailure {
  readonly ok: false;
  /** One of the contract's `error_codes`, or of the project's table. */
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly effect: Effect;
  /** How long the other side asked to be left alone. */
  readonly retryAfterMs?: number;
  readonly details?: JsonObject;
  readonly executionTimeMs: number;
}

/** The one shape every binding's outcome is brought to. */
export type ToolOutcome = ToolSuccess | ToolFailure;
