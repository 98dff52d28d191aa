import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { ArtifactRef } from '../artifact/store.ts';
import type { Effect } from '../call/call.ts';
import type { Limits } from '../contract/contract.ts';

/** One tool version, ready to be run: one file of code and the files it may read. */
export interface Program {
  /** `tool@version#hash`. */
  readonly id: string;
  /** One ES module, made by `bundleFunction`: the tool, all it imports, and the guest that serves it; absolute. */
  readonly bundle: string;
  /** Assets and configured files; absolute. */
  readonly readable: readonly string[];
  readonly limits: Limits;
}

/** What the tool is given. It travels in the call frame only: never in an argument list or the environment. */
export interface GuestCall {
  readonly input: JsonValue;
  readonly requestId: string;
  readonly idempotencyKey: string;
  readonly assets: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly servers: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** What the tool may ask of its host while it runs. */
export interface GuestHost {
  getTask(key: string): Promise<JsonValue | undefined>;
  setTask(key: string, value: JsonValue): Promise<void>;
  writeArtifact(content: Uint8Array, name: string, mediaType: string): Promise<ArtifactRef>;
  readArtifact(ref: ArtifactRef): Promise<Uint8Array>;
  /** One line that the tool wrote. */
  log(line: string): void;
}

export interface Usage {
  readonly cpuMs?: number;
  readonly peakMemoryBytes?: number;
}

export type SandboxResult = (
  | { readonly outcome: 'ok'; readonly output: unknown }
  | {
      readonly outcome: 'tool_error';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean | undefined;
      readonly effect: Effect | undefined;
      readonly details: JsonObject | undefined;
    }
  | {
      /** `timeout`: ended by the signal. `crash`: it ended or threw by itself. */
      readonly outcome: 'timeout' | 'oom' | 'output_limit' | 'protocol' | 'crash';
      readonly reason: string;
    }
) & { readonly usage: Usage };

/** A started and loaded instance that serves one call. */
export interface SandboxInstance {
  /** Whether it still waits for its call. */
  usable(): boolean;
  /**
   * Runs the call. When the signal aborts, the tool is told, and has `graceMs` to answer before everything it
   * started is killed. Resolves only once nothing of it runs. Never rejects.
   */
  run(call: GuestCall, host: GuestHost, signal: AbortSignal, graceMs: number): Promise<SandboxResult>;
  /** Ends an instance that was never run. */
  dispose(): Promise<void>;
}

/** What a provider holds a tool to. `false` means that nothing stops a tool there. */
export interface Guarantees {
  readonly available: boolean;
  /** Why it is not available. */
  readonly reason: string | null;
  readonly memory: boolean;
  readonly cpu: boolean;
  readonly files: boolean;
  readonly network: boolean;
}

/**
 * Starts instances of programs. An implementation is accepted by passing `sandboxConformance` of
 * `@hermes-agent/tools/conformance`.
 */
export interface SandboxProvider {
  /** `process`, `gvisor`, …: recorded with every call. */
  readonly id: string;
  /** Really starts something to find out. */
  probe(): Promise<Guarantees>;
  /**
   * Throws `TOOL_CRASHED` when the code does not load, `SANDBOX_UNAVAILABLE` when nothing can be started or the
   * signal has aborted; then nothing of it is left.
   */
  prepare(program: Program, signal: AbortSignal): Promise<SandboxInstance>;
}
