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
  const traced = <T extends Checked>(
    contract: Contract,
    side: 'input' | 'output',
    scope: SpanScope,
    check: () => T,
  ): T => {
    const span = tracer.start('tools', 'CONTRACT_VALIDATION', scope, { contract: contract.id, side });
    const checked = check();
    if (!checked.ok) span.set(attributesOf(checked.violations));
    span.end(checked.ok ? 'OK' : side === 'input' ? 'VALIDATION_FAILED' : 'CONTRACT_VIOLATION');
    return checked;
  };
  const count = (
    { name, version }: Contract,
    { pointer, keyword, observed }: Pick<Violation, 'pointer' | 'keyword' | 'observed'>,
  ): void => drift.record({ tool: name, version, pointer: withoutIndexes(pointer), keyword, observed });

  return {
    input: (contract, value, scope) =>
      traced(contract, 'input', scope, () => {
        const violations = contract.checkInput(value);
        return violations.length === 0 ? { ok: true, value } : { ok: false, violations };
      }),
    output(contract, value, scope) {
      const checked = traced(contract, 'output', scope, () => contract.checkOutput(value));
      if (checked.ok) {
        for (const found of checked.undeclared) count(contract, { ...found, keyword: 'undeclared' });
      } else for (const violation of checked.violations) count(contract, violation);
      return checked;
    },
    breach(contract, violation, scope) {
      traced(contract, 'output', scope, () => ({ ok: false, violations: [violation] }));
      count(contract, violation);
    },
  };
}

function attributesOf(violations: readonly Violation[]): Record<string, SpanValue> {
  const { pointer, keyword, expected, observed } = violations[0]!;
  return { pointer, keyword, expected, observed, violations: violations.length };
}

/** All items of a list drift together: their breaches are one bucket. */
const withoutIndexes = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
