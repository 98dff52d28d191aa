import type { JsonValue, SpanScope, SpanValue, Tracer } from '@hermes-agent/core';
import type { Contract } from '../contract/contract.ts';
import type { DriftStore } from '../drift/store.ts';
import type { Violation } from '../schema/violation.ts';

export type Checked =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/** Both sides of a contract, each check a `CONTRACT_VALIDATION` span; breaches of the output are counted as drift. */
export interface Gate {
  /** Only what this lets pass may leave. */
  input(contract: Contract, value: JsonValue, scope: SpanScope): Checked;
  /** A valid output loses what its schema does not declare. */
  output(contract: Contract, value: unknown, scope: SpanScope): Checked;
  /** A breach that a binding has seen before there was an output: a status, a media type. */
  breach(contract: Contract, violation: Violation, scope: SpanScope): void;
}

export function createGate(tracer: Tracer, drift: DriftStore): Gate {
  const trace = (
    contract: Contract,
    side: 'input' | 'output',
    scope: SpanScope,
    check: () => readonly Violation[],
  ): readonly Violation[] => {
    const span = tracer.start('tools', 'CONTRACT_VALIDATION', scope, { contract: contract.id, side });
    const violations = check();
    const [first] = violations;
    if (first === undefined) span.end();
    else {
      span.set({ ...attributesOf(first), violations: violations.length });
      span.end(side === 'input' ? 'VALIDATION_FAILED' : 'CONTRACT_VIOLATION');
    }
    return violations;
  };
  const count = (
    { name, version }: Contract,
    breach: Pick<Violation, 'pointer' | 'keyword' | 'observed'>,
  ): void => {
    const { pointer, keyword, observed } = breach;
    drift.record({
      tool: name,
      version,
      pointer: pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'),
      keyword,
      observed,
    });
  };
  return {
    input(contract, value, scope) {
      const violations = trace(contract, 'input', scope, () => contract.checkInput(value));
      return violations.length === 0 ? { ok: true, value } : { ok: false, violations };
    },
    output(contract, value, scope) {
      const violations = trace(contract, 'output', scope, () => contract.checkOutput(value));
      for (const violation of violations) count(contract, violation);
      if (violations.length > 0) return { ok: false, violations };
      const stripped = contract.stripOutput(value as JsonValue);
      for (const { pointer, observed } of stripped.undeclared) {
        count(contract, { pointer, keyword: 'undeclared', observed });
      }
      return { ok: true, value: stripped.value };
    },
    breach(contract, violation, scope) {
      count(contract, violation);
      trace(contract, 'output', scope, () => [violation]);
    },
  };
}

const attributesOf = ({ pointer, keyword, expected, observed }: Violation): Record<string, SpanValue> => ({
  pointer,
  keyword,
  expected,
  observed,
});
