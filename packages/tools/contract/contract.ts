import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { OutputCheck, Validator } from '../schema/validator.ts';
import type { Condition, ErrorRule, FunctionBinding, HttpBinding } from './document.ts';

export type Effects = 'read' | 'write' | 'destructive';

export interface ErrorCode {
  readonly code: string;
  readonly description: string;
  readonly retryable: boolean;
}

export type Binding =
  | { readonly kind: 'http'; readonly http: HttpBinding }
  | { readonly kind: 'function'; readonly function: FunctionBinding };

export interface Limits {
  /** The tool's own cap on one attempt; the caller's is kept when it is shorter. */
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  /** Thousandths of a processor. */
  readonly cpuMillis: number;
  /** What the tool may write in answer. */
  readonly outputBytes: number;
}

/** A contract as loaded: compiled, immutable, and named for ever by `tool@version#hash`. */
export interface Contract {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** SHA-256 of the canonical document, in hex: every word of it counts, white space and comments do not. */
  readonly hash: string;
  /** `tool@version#hash`. */
  readonly id: string;
  /** As enforced: objects that did not say otherwise are closed. */
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly errorCodes: readonly ErrorCode[];
  /** Null: it can be tested, not called. */
  readonly binding: Binding | null;
  readonly effects: Effects;
  /** The header that carries the idempotency key; null when there is none to send. */
  readonly idempotencyHeader: string | null;
  /** Whether the other side does a repeated call only once. */
  readonly idempotent: boolean;
  readonly auth: ContractAuth | null;
  readonly egress: readonly string[];
  readonly errors: readonly ErrorRule[];
  readonly compensation: Compensation | null;
  readonly verify: Verification | null;
  readonly limits: Limits;
  /** The agent's folder; what the binding names is relative to it. */
  readonly folder: string;
  /** The file it came from. */
  readonly file: string;
  /** What breaks the input schema; empty when nothing does. */
  checkInput: Validator;
  /** What breaks the output schema; or the output without what the schema does not declare. */
  checkOutput(value: unknown): OutputCheck;
  /** The value with every `x-sensitive` part replaced, for logs, traces and pages. */
  mask(side: 'input' | 'output', value: JsonValue): JsonValue;
  /** Likewise, each part by what `replace` makes of it, for what seals them. */
  replaceSensitive(
    side: 'input' | 'output',
    value: JsonValue,
    replace: (part: JsonValue) => JsonValue,
  ): JsonValue;
}

export type ContractAuth =
  | { readonly scheme: 'bearer'; readonly secret: string }
  | { readonly scheme: 'header'; readonly name: string; readonly secret: string };

export interface Compensation {
  readonly tool: string;
  readonly version: string;
  readonly input: JsonObject;
  /** Whether it does no harm when there is nothing to undo. */
  readonly safeIfAbsent: boolean;
}

export interface Verification {
  readonly tool: string;
  readonly version: string;
  readonly input: JsonObject;
  readonly doneWhen: Condition;
  readonly failedWhen: Condition;
  readonly afterMs: readonly number[];
}
