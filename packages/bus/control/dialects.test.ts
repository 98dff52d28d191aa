import { HermesError, systemClock } from '@hermes-agent/core';
import { openPostgres, openSqlite, type Store } from '@hermes-agent/store';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { expect, inject, test } from 'vitest';
import { readBreakers, writeBreaker } from '../breaker/row.ts';
import { layAside, readLetter, readLetters, removeLetter } from '../dead-letter/letter.ts';
import { migrateJournal } from '../journal/sql-journal.ts';
import { putOverride, readOverrides } from '../policy/override.ts';
import type { PolicyRule } from '../policy/rule.ts';
import { freeze, readFreezes, thaw } from '../route/freeze.ts';
import { readChanges } from './log.ts';

const rule: PolicyRule = { tool: 'pay', error: 'any', action: 'FAIL' };
const frozen = { tool: 'pay', version: '1.0.0', hash: 'h', code: 'CONTRACT_VIOLATION', by: 'bus', at: 5 };
const breaker = { route: 'pay@1.0.0#h', state: 'open', retryAt: 9, streak: 2 } as const;

/** All that the control tables and the dead letters are asked for, once. */
async function exercise(store: Store): Promise<void> {
  await migrateJournal(store);
  expect(await freeze(store, frozen)).toBe(true);
  expect(await freeze(store, { ...frozen, by: 'anna' })).toBe(false);
  expect(await readFreezes(store)).toEqual([frozen]);
  expect(await thaw(store, frozen, 'anna', 6)).toBe(true);
  expect(await thaw(store, frozen, 'anna', 7)).toBe(false);

  expect(await putOverride(store, rule, rule, 'anna', 8)).toBeNull();
  expect(await putOverride(store, rule, { ...rule, action: 'RETRY' }, 'ben', 9)).toEqual(rule);
  expect(await readOverrides(store)).toEqual([{ rule: { ...rule, action: 'RETRY' }, by: 'ben', at: 9 }]);
  expect(await putOverride(store, rule, null, 'anna', 10)).toMatchObject({ action: 'RETRY' });

  await writeBreaker(store, breaker, 11);
  await writeBreaker(store, { ...breaker, streak: 3 }, 12);
  expect(await readBreakers(store)).toEqual([{ ...breaker, streak: 3 }]);
  await writeBreaker(store, { ...breaker, state: 'closed' }, 13);
  expect(await readBreakers(store)).toEqual([]);
  const changes = await readChanges(store, 100);
  expect(changes.map(({ at, by, what }) => [at, by, what])).toEqual([
    [13, 'bus', 'breaker'],
    [12, 'bus', 'breaker'],
    [11, 'bus', 'breaker'],
    [10, 'anna', 'policy'],
    [9, 'ben', 'policy'],
    [8, 'anna', 'policy'],
    [6, 'anna', 'freeze'],
    [5, 'bus', 'freeze'],
  ]);

  const refusal = new HermesError('MESSAGE_INVALID', 'None of the five', { layer: 'bus', where: '/type' });
  await layAside(store, { type: 'X' }, 'tools', refusal, 1_000, 14);
  await layAside(store, { type: 'X' }, 'tools', refusal, 1_000, 15);
  const [letter] = await readLetters(store, 10);
  expect(letter).toMatchObject({ code: 'MESSAGE_INVALID', reason: 'None of the five (/type)', at: 14 });
  expect(await readLetter(store, letter!.id)).toEqual(letter);
  expect(await removeLetter(store, letter!.id)).toBe(true);
  expect(await removeLetter(store, letter!.id)).toBe(false);
}

test('what steers calls is kept alike on SQLite', async () => {
  const store = await openSqlite({ file: ':memory:', clock: systemClock });
  await exercise(store);
  await store.close();
});

const url = inject('postgresUrl');

test.skipIf(url === null)('and on PostgreSQL', async () => {
  const database = await freshDatabase(url!);
  const store = await openPostgres({ url: database.url, connections: 2 });
  await exercise(store);
  await store.close();
  await database.drop();
});
