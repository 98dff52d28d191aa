import { isCode } from '@hermes-agent/core';
import type { Contract } from '../../contract/contract.ts';
import type { SandboxResult } from '../../sandbox/port.ts';
import { type BindingFailure, contractViolation, effectOnceSent } from '../outcome.ts';

/** A `ToolError` as a failure. A code that neither the contract nor the project knows is a breach of the contract. */
export function toolError(
  contract: Contract,
  { code, message, retryable, effect, details }: Extract<SandboxResult, { outcome: 'tool_error' }>,
): BindingFailure {
  if (!isCode(code) && !contract.errorCodes.some((entry) => entry.code === code)) {
    return contractViolation(contract, {
      pointer: '',
      keyword: 'error_codes',
      expected: 'a declared error code',
      observed: 'an undeclared one',
    });
  }
  const atWorst = effectOnceSent(contract);
  return {
    ok: false,
    code,
    message,
    effect: atWorst === 'none' || effect === 'none' ? 'none' : 'maybe',
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
    ...(details === undefined ? {} : { details }),
  };
}
