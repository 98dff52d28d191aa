import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMemory, fileKeys } from '@hermes-agent/memory';
import { openStore } from '@hermes-agent/store';
import { expect, test } from 'vitest';
import { type House, keysOf, OPERATOR, openHouse, type Talk, wordsOf } from './house.ts';

const ADDRESS = '杭州市西湖区文三路 1 号';
const SENSITIVE = [ADDRESS, 'li.mingyuan@example.cn', '李明远'];

test('no sensitive value lies open in the database or the log, and an erasure makes what lies there unreadable', async () => {
  let house = await openHouse();
  const { dataDir } = house;
  const reports = await house.talkTo('office-reports');
  const asked = await reports.say('帮我把上个月的销售报告发给李总监');
  expect(wordsOf(asked)).toContain('li.mingyuan@example.cn');
  const sent = await reports.say('是');
  expect(keysOf(sent).at(-1)).toBe('report_sent');
  const exchange = await house.talkTo('after-sales');
  await exchange.say('我想换货，订单 ORD-20000016，尺码不合适');
  const exchanged = await drive(exchange, 'exchange_created');

  const trace = JSON.stringify(await house.hermes.trace(exchanged, OPERATOR));
  expect(trace).toContain('•••');
  for (const value of [...SENSITIVE, '$sealed']) expect(trace).not.toContain(value);
  await house.stop(true);
  for (const value of SENSITIVE) expect(await filesHolding(dataDir, value), value).toEqual([]);

  // Who may read it still does, after a restart as well.
  house = await openHouse({ dataDir });
  const view = await house.hermes.session(exchange.sessionId, OPERATOR);
  expect(JSON.stringify(view.transcript)).toContain(ADDRESS);
  await house.stop(true);

  const store = await openStore('sqlite:hermes.db', { dataDir });
  const keys = await fileKeys(join(dataDir, 'memory.keys'));
  const memory = createMemory({ store, keys, domains: [{ name: 'after_sales', fields: {} }] });
  await memory.manager({ tenant: 'local', domain: 'after_sales', subject: 'e2e' }).eraseAll();
  await memory.close();
  await store.close();

  house = await openHouse({ dataDir });
  const gone = { code: 'SESSION_NOT_FOUND' };
  await expect(house.hermes.session(exchange.sessionId, OPERATOR)).rejects.toMatchObject(gone);
  // The other domain's key is another: nothing of it went.
  const kept = await house.hermes.session(reports.sessionId, OPERATOR);
  expect(JSON.stringify(kept.transcript)).toContain('li.mingyuan@example.cn');
  await house.stop();
});

/** Answers what is asked until `key` comes; the id of the request it is about. */
async function drive(talk: Talk, key: string): Promise<string> {
  const answers: Record<string, string> = { ask_address: ADDRESS, ask_category: '衣服' };
  let said = await talk.say('好的');
  for (let turn = 0; turn < 8; turn += 1) {
    const last = keysOf(said).at(-1)!;
    if (last === key) return said.requestIds[0]!;
    said = await talk.say(answers[last] ?? '是');
  }
  throw new Error(`Never heard ${key}: ${wordsOf(said)}`);
}

/** The database's own files, and the log, that hold a text. */
async function filesHolding(dataDir: House['dataDir'], value: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('hermes.'));
  expect(names).toEqual(expect.arrayContaining(['hermes.db', 'hermes.log']));
  const holding: string[] = [];
  for (const name of names) {
    const bytes = await readFile(join(dataDir, name));
    if (bytes.includes(value)) holding.push(name);
  }
  return holding;
}
