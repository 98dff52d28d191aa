import type { JsonObject } from '@hermes-agent/core';
import type { Contract } from '@hermes-agent/tools';
import semver from 'semver';

/** What a plan needs to know of a tool. */
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
  /** The other versions in the asked range that have the same effects, the highest first. */
  readonly alternatives: readonly Omit<ToolShape, 'alternatives'>[];
}

/** The highest version of `tool` inside the semver `range`, or undefined. */
export type ResolveTool = (tool: string, range: string) => ToolShape | undefined;

export function toolResolver(contracts: readonly Contract[]): ResolveTool {
  return (tool, range) => {
    const [found, ...others] = contracts
      .filter(({ name, version }) => name === tool && semver.satisfies(version, range))
      .sort((left, right) => semver.rcompare(left.version, right.version))
      .map(shapeOf);
    if (found === undefined) return undefined;
    return { ...found, alternatives: others.filter((other) => standsInFor(other, found)) };
  };
}

const standsInFor = (other: Shape, { effects, idempotent }: Shape): boolean =>
  other.callable && other.effects === effects && other.idempotent === idempotent;

type Shape = Omit<ToolShape, 'alternatives'>;

const shapeOf = (contract: Contract): Shape => ({
  name: contract.name,
  version: contract.version,
  hash: contract.hash,
  inputSchema: contract.inputSchema,
  outputSchema: contract.outputSchema,
  effects: contract.effects,
  idempotent: contract.idempotent,
  attemptLimitMs: contract.limits.timeoutMs,
  callable: contract.binding !== null,
});
