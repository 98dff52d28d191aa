/**
 * For authors of function tools. No dependencies: it is bundled into the tool.
 *
 * ```ts
 * import { ToolError, type ToolFunction } from '@hermes-agent/tools/function';
 *
 * const tool: ToolFunction<{ city: string }, { degrees: number }> = async ({ city }, call) => {
 *   if (city === 'Atlantis') throw new ToolError('CITY_UNKNOWN', 'There is no such city', { effect: 'none' });
 *   return { degrees: 21 };
 * };
 * export default tool;
 * ```
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface ArtifactReference {
  readonly artifact: string;
  readonly sha256: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly name: string;
}

export interface ToolErrorOptions {
  /** Left out, the contract's word on the code counts. */
  readonly retryable?: boolean;
  /** `none` promises that nothing has changed anywhere. Left out, a write counts as `maybe`. */
  readonly effect?: 'none' | 'maybe';
  /** Facts for a program. Never a secret, never personal data. */
  readonly details?: { readonly [key: string]: Json };
}

/** Ends a call with one of the contract's `error_codes`. The message is for operators: no personal data. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly retryable: boolean | undefined;
  readonly effect: 'none' | 'maybe' | undefined;
  readonly details: { readonly [key: string]: Json } | undefined;

  constructor(code: string, message: string, options: ToolErrorOptions = {}) {
    super(message);
    this.code = code;
    this.retryable = options.retryable;
    this.effect = options.effect;
    this.details = options.details;
  }
}

/** What a tool gets beside its input. */
export interface FunctionCall {
  /** Aborts shortly before the call is killed: clean up, then answer or throw. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The same for every attempt at this step: hand it on to whatever can recognise a repetition. */
  readonly idempotencyKey: string;
  /** Name of an asset → its absolute path. */
  readonly assets: Readonly<Record<string, string>>;
  /** Name of a setting → the absolute path of the configured file. */
  readonly files: Readonly<Record<string, string>>;
  /** Name of a server → its address. */
  readonly servers: Readonly<Record<string, string>>;
  /** Name of a secret (`smtp/password`) → its value. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly artifacts: {
    write(name: string, mediaType: string, bytes: Uint8Array): Promise<ArtifactReference>;
    read(reference: ArtifactReference): Promise<Uint8Array>;
  };
  /** The task cache of this call's own task. */
  readonly task: {
    get(key: string): Promise<Json | undefined>;
    set(key: string, value: Json): Promise<void>;
  };
  /** Writes a line to the log, under this request's id. */
  log(message: string): void;
  /** The same as this module's export. */
  readonly ToolError: typeof ToolError;
}

export type ToolFunction<Input, Output> = (input: Input, call: FunctionCall) => Promise<Output> | Output;
