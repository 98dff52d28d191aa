import { CODES, isCode, type JsonObject } from '@hermes-agent/core';
import { type BindingFailure, effectOnceSent } from '../binding/outcome.ts';
import type { Contract } from '../contract/contract.ts';
import type { Violation } from '../schema/violation.ts';
import type { ToolFailure } from './call.ts';

/** A failure without its time, which is taken last. */
export type Failure = Omit<ToolFailure, 'executionTimeMs'>;

/** A binding's failure in the one shape. Whether to try again: its own word, the contract's, the table's. */
export function normaliseFailure(contract: Contract, failure: BindingFailure): Failure {
  const { code, message, effect, retryAfterMs, violation } = failure;
  const details =
    violation === undefined ? failure.details : { ...failure.details, ...detailsOf([violation]) };
  return {
    ok: false,
    code,
    message,
    retryable: failure.retryable ?? retryableByDefault(contract, code),
    effect,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(details === undefined ? {} : { details }),
  };
}

/** An input that may not leave, or an output that may not come in. */
export function normaliseViolations(
  contract: Contract,
  side: 'input' | 'output',
  violations: readonly Violation[],
): Failure {
  return {
    ok: false,
    code: side === 'input' ? 'VALIDATION_FAILED' : 'CONTRACT_VIOLATION',
    message: violations.map(({ message }) => message).join('; '),
    retryable: false,
    effect: side === 'input' ? 'none' : effectOnceSent(contract),
    details: detailsOf(violations),
  };
}

function detailsOf(violations: readonly Violation[]): JsonObject {
  const listed = violations.map(({ pointer, keyword, expected, observed }) => ({
    pointer,
    keyword,
    expected,
    observed,
  }));
  return { ...listed[0], violations: listed };
}

function retryableByDefault(contract: Contract, code: string): boolean {
  const declared = contract.errorCodes.find((entry) => entry.code === code);
  return declared?.retryable ?? (isCode(code) && CODES[code].retryable);
}
