import type { JsonObject } from '@hermes-agent/core';

/** What a plan needs to know of a tool; the runtime reads it off the contract. */
export interface ToolShape {
  readonly name: string;
  readonly version: string;
  /** The contract's canonical hash: with name and version it says exactly what will run. */
  readonly hash: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly effects: 'read' | 'write' | 'destructive';
  /** The upstream honours the idempotency key, so an unknown write may be sent again. */
  readonly idempotent: boolean;
  /** The contract's own limit for one attempt. */
  readonly attemptLimitMs: number | null;
  /** False for a contract without a binding: it can be tested, not called. */
  readonly callable: boolean;
  readonly errorCodes: readonly string[];
}

/** The highest version of `tool` inside the semver `range`, or undefined. */
export type ResolveTool = (tool: string, range: string) => ToolShape | undefined;
