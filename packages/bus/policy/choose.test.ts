import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { choosePolicy } from './choose.ts';
import { DEFAULT_POLICIES, type PolicyRule } from './rule.ts';

const subject = { tool: 'pay', version: '1.3.0', code: 'CONTRACT_VIOLATION', retryable: false };
const action = (rules: readonly PolicyRule[], change: Partial<typeof subject> = {}) =>
  choosePolicy([...DEFAULT_POLICIES, ...rules], { ...subject, ...change }).action;

test('the defaults are those of the register', () => {
  verifies('M3');
  expect(action([])).toBe('FREEZE');
  expect(action([], { code: 'SERVICE_UNAVAILABLE', retryable: true })).toBe('RETRY');
  expect(action([], { code: 'VALIDATION_FAILED', retryable: true })).toBe('FAIL');
  expect(action([], { code: 'EXECUTE_TIMEOUT' })).toBe('RETRY');
  expect(action([], { code: 'ORDER_NOT_FOUND' })).toBe('FAIL');
});

test('the most specific rule wins, wherever it stands', () => {
  const rules: PolicyRule[] = [
    { tool: 'pay', version: '1.3.0', error: 'any', action: 'COMPENSATE' },
    { tool: 'pay', error: 'CONTRACT_VIOLATION', action: 'LOG_ONLY' },
    { tool: 'pay', error: 'any', action: 'RETRY' },
    { error: 'CONTRACT_VIOLATION', action: 'FAIL' },
  ];
  expect(action(rules)).toBe('COMPENSATE');
  expect(action(rules, { version: '1.2.0' })).toBe('LOG_ONLY');
  expect(action(rules, { version: '1.2.0', code: 'STRANGE' })).toBe('RETRY');
  expect(action(rules, { tool: 'mail' })).toBe('FAIL');
});

test('of two rules about the same errors the later one holds', () => {
  const rules: PolicyRule[] = [
    { tool: 'pay', error: 'CONTRACT_VIOLATION', action: 'LOG_ONLY' },
    { tool: 'pay', error: 'CONTRACT_VIOLATION', action: 'FAIL' },
  ];
  expect(action(rules)).toBe('FAIL');
  expect(action(rules.toReversed())).toBe('LOG_ONLY');
});
