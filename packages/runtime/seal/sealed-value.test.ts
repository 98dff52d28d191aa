import type { ToolCall, ToolOutcome } from '@hermes-agent/bus';
import type { JsonValue } from '@hermes-agent/core';
import type { SubjectKey, SubjectKeys } from '@hermes-agent/memory';
import type { Contract } from '@hermes-agent/tools';
import { expect, test } from 'vitest';
import { hideSealed, openValue, sealValue } from './sealed-value.ts';
import { sealingExecutor } from './sealing-executor.ts';

/** Turns a text round: enough to see what was sealed, and by whom. */
const key: SubjectKey = {
  seal: (text) => `k1.${[...text].reverse().join('')}`,
  open: (token) => [...token.slice(3)].reverse().join(''),
  digest: (text) => text,
};
const keys = (destroyed = false): SubjectKeys => ({
  of: async () => key,
  opening: async () => (destroyed ? null : key),
});

test('a value is sealed whole and comes back; what refers to later outputs stays a reference', async () => {
  const recipient = { name: 'Li', address: { $output: 'find#/address' } };
  const sealed = sealValue(key, recipient);
  expect(sealed).toEqual({ name: { $sealed: 'k1."iL"' }, address: { $output: 'find#/address' } });
  expect(await openValue(keys(), sealed)).toEqual(recipient);
  expect(sealValue(key, sealed)).toEqual(sealed);
  expect(hideSealed(sealed)).toMatchObject({ name: '•••' });
});

test('what an erasure destroyed opens to something no contract takes', async () => {
  expect(await openValue(keys(true), { to: sealValue(key, 'li@example.cn') })).toEqual({
    to: { $erased: true },
  });
});

const contract = {
  replaceSensitive: (_side: string, value: JsonValue, replace: (part: JsonValue) => JsonValue) => ({
    ...(value as object),
    phone: replace((value as { phone: JsonValue }).phone),
  }),
} as unknown as Contract;

const run = async (input: JsonValue, answer: (input: JsonValue) => ToolOutcome): Promise<ToolOutcome> =>
  sealingExecutor(
    { holds: () => true, execute: async (call) => answer(call.input) },
    keys(),
    () => contract,
  ).execute({ input } as ToolCall, new AbortController().signal);

test('a tool sees the open value; its marked output and its words of failure do not show it', async () => {
  const input = { to: sealValue(key, 'li@example.cn') };
  const done = await run(input, (seen) => ({
    ok: true,
    output: { seen: Object.keys(seen as object).length, phone: '138' },
    executionTimeMs: 1,
  }));
  expect(done).toMatchObject({ output: { seen: 1, phone: { $sealed: 'k1."831"' } } });
  const refused = await run(input, (seen) => ({
    ok: false,
    code: 'MAILBOX_UNKNOWN',
    message: `550 no mailbox ${(seen as { to: string }).to}`,
    retryable: false,
    effect: 'none',
    executionTimeMs: 1,
  }));
  expect(refused).toMatchObject({ message: '550 no mailbox •••' });
});
