import type { AlertSeverity, JsonValue } from '@hermes-agent/core';
import type { Condition } from '../order/condition.ts';
import type { ToolReference } from '../order/tool-reference.ts';

/** What is done about an error. */
export type PolicyAction =
  /** An output that breaks its contract is passed on as it is, and every time somebody is told. */
  | 'LOG_ONLY'
  /** Another attempt, where that is harmless and still fits. */
  | 'RETRY'
  /** Another attempt where it is harmless; else another tool is asked, which never repeats the call. */
  | 'RETRY_WITH_FALLBACK'
  /** The step ends, and nothing new runs that version until it is thawed. */
  | 'FREEZE'
  /** The step is undone at once where its compensation may be sent blindly. */
  | 'COMPENSATE'
  | 'FAIL';

/** Kinds of errors, for rules about more than one code: no answer came; the tool says that trying again helps. */
export type ErrorClass = 'unanswered' | 'retryable' | 'any';

/** Another tool, asked instead of running the call again. It only reads. */
export interface Fallback extends ToolReference {
  /** With `{ "$input": "/pointer" }` into the step's own input and `{ "$idempotency_key": "self" }`. */
  readonly input: JsonValue;
  readonly timeoutMs: number;
  /** Left out: any answer that meets the contract will do. */
  readonly doneWhen?: Condition;
  readonly failedWhen?: Condition;
  /** The step's output, with `{ "$output": "fallback#/pointer" }`; left out: the answer itself. */
  readonly output?: JsonValue;
}

/** Which errors a rule is about. What is left out matches all. */
export interface PolicySelector {
  readonly tool?: string;
  /** Exact; only together with a tool. */
  readonly version?: string;
  /** A code, such as `CONTRACT_VIOLATION`, or a class. */
  readonly error: string;
}

/** One rule, plain data. */
export interface PolicyRule extends PolicySelector {
  readonly action: PolicyAction;
  /** How loudly a person is told each time; left out: not at all. */
  readonly severity?: AlertSeverity;
  /** With `RETRY_WITH_FALLBACK`, and only there. */
  readonly fallback?: Fallback;
}

export const POLICY_ACTIONS: readonly PolicyAction[] = [
  'LOG_ONLY',
  'RETRY',
  'RETRY_WITH_FALLBACK',
  'FREEZE',
  'COMPENSATE',
  'FAIL',
];

/** What holds where nobody has said otherwise. `SERVICE_UNAVAILABLE` is retryable unless its contract denies it. */
export const DEFAULT_POLICIES: readonly PolicyRule[] = [
  { error: 'any', action: 'FAIL' },
  { error: 'retryable', action: 'RETRY' },
  { error: 'unanswered', action: 'RETRY' },
  { error: 'VALIDATION_FAILED', action: 'FAIL' },
  { error: 'CONTRACT_VIOLATION', action: 'FREEZE', severity: 'critical' },
];

/** The text by which a rule is found: two rules about the same errors have the same. */
export const selectorOf = ({ tool, version, error }: PolicySelector): string =>
  `${tool ?? '*'}@${version ?? '*'} ${error}`;
