import { CODES, type Code } from './codes.ts';

export type Layer =
  | 'core'
  | 'store'
  | 'conversation'
  | 'tools'
  | 'bus'
  | 'memory'
  | 'runtime'
  | 'server'
  | 'cli';

export interface HermesErrorOptions {
  readonly layer: Layer;
  /** Where it is wrong: a file with line and column, a JSON pointer, an address. */
  readonly where?: string;
  /** What the reader can do about it. */
  readonly hint?: string;
  /** Facts for a program. Never a secret, never personal data. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Overrides the table's default. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** The one error that leaves a package: a code from the table, and what, where, what to do. */
export class HermesError extends Error {
  override readonly name = 'HermesError';
  readonly code: Code;
  readonly layer: Layer;
  readonly retryable: boolean;
  readonly where: string | undefined;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: Code, message: string, options: HermesErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.layer = options.layer;
    this.retryable = options.retryable ?? CODES[code].retryable;
    this.where = options.where;
    this.hint = options.hint;
    this.details = options.details ?? {};
  }

  get status(): number {
    return CODES[this.code].status;
  }

  get exitCode(): number {
    return CODES[this.code].exit;
  }

  /** What may cross a process or network boundary: no stack, no cause. */
  toJSON(): Record<string, unknown> {
    return {
      code: this.code,
      layer: this.layer,
      message: this.message,
      retryable: this.retryable,
      ...(this.where === undefined ? {} : { where: this.where }),
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(Object.keys(this.details).length === 0 ? {} : { details: this.details }),
    };
  }
}

/** What the platform throws when a signal ends a wait. */
const BY_NAME: Readonly<Record<string, Code>> = {
  AbortError: 'CANCELLED',
  TimeoutError: 'DEADLINE_EXCEEDED',
};

/**
 * Any thrown value as a `HermesError`: one that is already is returned as it is, an aborted wait becomes
 * `CANCELLED` or `DEADLINE_EXCEEDED`, the rest `INTERNAL`.
 */
export function asHermesError(thrown: unknown, layer: Layer): HermesError {
  if (thrown instanceof HermesError) return thrown;
  if (!(thrown instanceof Error))
    return new HermesError('INTERNAL', String(thrown), { layer, cause: thrown });
  return new HermesError(BY_NAME[thrown.name] ?? 'INTERNAL', thrown.message, { layer, cause: thrown });
}
