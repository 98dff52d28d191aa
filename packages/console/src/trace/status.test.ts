import { expect, test } from 'vitest';
import { isRunning, isSettled, notableCode, toneOf } from './status.ts';

test.each([
  ['running', 'progress', true, false],
  ['pending', 'progress', true, false],
  ['succeeded', 'good', false, true],
  ['failed', 'bad', false, true],
  ['cancelled', 'quiet', false, true],
  ['needs_attention', 'warn', false, false],
])('%s looks like %s', (status, tone, running, settled) => {
  expect([toneOf(status), isRunning(status), isSettled(status)]).toEqual([tone, running, settled]);
});

test('a code is shown where it adds something', () => {
  expect(['OK', 'CANCELLED', 'TOOL_CRASHED', null].map(notableCode)).toEqual([
    null,
    null,
    'TOOL_CRASHED',
    null,
  ]);
});
