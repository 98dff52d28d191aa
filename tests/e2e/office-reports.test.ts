import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hermes-agent/testkit';
import { parse } from 'csv-parse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, keysOf, openHouse, wordsOf } from './house.ts';
import { readAttachment, readMailbox } from './mailbox.ts';

/** A day in the last quarter of a year whose third quarter the sales file covers. */
const YEAR = new Date().getUTCMonth() >= 9 ? new Date().getUTCFullYear() : new Date().getUTCFullYear() - 1;
const NOVEMBER = Date.UTC(YEAR, 10, 16, 2, 0);

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

/** Sums the CSV on its own, in integer cents, without anything of the tools. */
async function sumSales(start: string, end: string): Promise<{ rows: number; cents: number }> {
  const file = join(house.dataDir, 'demo', 'office-reports', 'sales.csv');
  let rows = 0;
  let cents = 0;
  for await (const row of createReadStream(file).pipe(parse({ columns: true, bom: true }))) {
    const { date, amount } = row as { date: string; amount: string };
    if (date < start || date >= end) continue;
    rows += 1;
    cents += Number(amount.replace('.', ''));
  }
  return { rows, cents };
}

const money = (cents: number): string =>
  `¥${Math.floor(cents / 100).toLocaleString('en')}.${String(cents % 100).padStart(2, '0')}`;

describe('office-reports', () => {
  test('帮我把Q3的销售报告发给李总监: confirmed, made, mailed, with the figures of the CSV', async () => {
    verifies('G3', 'G2');
    const talk = await house.talkTo('office-reports');
    const asked = await talk.say('帮我把Q3的销售报告发给李总监', NOVEMBER);
    expect(asked.state).toBe('confirm_details');
    expect(asked.emission).toBeNull();
    expect(asked.slots).toMatchObject({
      period: { start: `${YEAR}-07-01`, end: `${YEAR}-10-01` },
      recipient: { address: 'li.mingyuan@example.cn' },
    });
    expect(wordsOf(asked)).toContain(`${YEAR}年7月1日至9月30日`);
    expect(wordsOf(asked)).toContain('li.mingyuan@example.cn');
    expect(await readMailbox(house.hermes)).toHaveLength(0);

    const done = await talk.say('是', NOVEMBER);
    expect(keysOf(done).at(-1)).toBe('report_sent');
    const [mail] = await readMailbox(house.hermes);
    expect(JSON.stringify(mail!.to)).toContain('li.mingyuan@example.cn');
    expect(mail!.idempotency_key).toBe(`${done.requestIds[0]}/2`);

    const expected = await sumSales(`${YEAR}-07-01`, `${YEAR}-10-01`);
    expect(expected.rows).toBeGreaterThan(100);
    const pdf = await getDocumentProxy(await readAttachment(house.hermes, mail!));
    const text = (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, '');
    expect(text).toContain('销售报告');
    expect(text).toContain(money(expected.cents));
    expect(wordsOf(done)).toContain(money(expected.cents));
  });

  test('one request_id leads through conversation, bus, tools and memory', async () => {
    verifies('M5');
    const talk = await house.talkTo('office-reports');
    await talk.say('帮我把Q3的销售报告发给李总监', NOVEMBER);
    const { requestIds } = await talk.say('是', NOVEMBER);
    const trace = await house.hermes.trace(requestIds[0]!, {
      tenant: 'local',
      subject: 'e2e',
      role: 'operator',
    });
    expect(new Set(trace!.spans.map(({ layer }) => layer))).toEqual(
      new Set(['conversation', 'bus', 'tools', 'memory', 'runtime']),
    );
    expect(trace!.messages.map(({ type }) => type)).toEqual([
      'EXECUTE_REQUEST',
      'EXECUTE_ACK',
      'EXECUTE_RESULT',
      'EXECUTE_REQUEST',
      'EXECUTE_ACK',
      'EXECUTE_RESULT',
    ]);
    expect(JSON.stringify(trace!.messages)).not.toContain('li.mingyuan@example.cn');
    const found = await house.hermes.findTraces({
      tenant: 'local',
      user: 'e2e',
      sinceMs: Date.now() - 60_000,
    });
    expect(found.map(({ requestId }) => requestId)).toContain(requestIds[0]);
  });

  test('an unknown 张经理 is a question with the nearest names, and nothing is sent', async () => {
    verifies('G4');
    const before = await readMailbox(house.hermes);
    const talk = await house.talkTo('office-reports');
    const asked = await talk.say('把上个月销售数据导出成PDF发给张经理', NOVEMBER);
    expect(keysOf(asked)).toEqual(['unknown_recipient']);
    expect(wordsOf(asked)).toMatch(/张薇|章建国|张经纬/);
    expect(asked.slots).toMatchObject({ period: { start: `${YEAR}-10-01`, end: `${YEAR}-11-01` } });
    expect(asked.requestIds).toEqual([]);
    expect(await readMailbox(house.hermes)).toEqual(before);
  });

  test('two who fit are both named; one is chosen; then it is confirmed', async () => {
    const talk = await house.talkTo('office-reports');
    const asked = await talk.say('把上个月的销售报告发给王经理', NOVEMBER);
    expect(keysOf(asked)).toEqual(['which_recipient']);
    expect(wordsOf(asked)).toContain('王强');
    expect(wordsOf(asked)).toContain('王秀兰');
    const confirm = await talk.say('王秀兰', NOVEMBER);
    expect(confirm.state).toBe('confirm_details');
    expect(wordsOf(confirm)).toContain('xiulan.wang@example.com');
  });

  test('a period without sales is said so before anything is made', async () => {
    verifies('G4');
    const before = await readMailbox(house.hermes);
    const talk = await house.talkTo('office-reports');
    const said = await talk.say('把2019年3月的销售报告发给李总监', NOVEMBER);
    expect(keysOf(said)).toEqual(['report_empty']);
    expect(said.requestIds).toEqual([]);
    expect(await readMailbox(house.hermes)).toEqual(before);
  });

  test('English works the same', async () => {
    const talk = await house.talkTo('office-reports');
    const asked = await talk.say('send the Q3 sales report to director Li', NOVEMBER);
    expect(asked.state).toBe('confirm_details');
    expect(wordsOf(asked)).toContain('li.mingyuan@example.cn');
    const done = await talk.say('yes', NOVEMBER);
    expect(keysOf(done).at(-1)).toBe('report_sent');
    const mails = await readMailbox(house.hermes);
    const mail = mails.find(({ idempotency_key: key }) => key === `${done.requestIds[0]}/2`);
    expect(mail!.subject).toContain('Sales report');
  });

  test('a repeated yes, and a repeated turn, send one mail', async () => {
    verifies('M10');
    const talk = await house.talkTo('office-reports');
    await talk.say('帮我把Q3的销售报告发给李总监', NOVEMBER);
    const identity = { tenant: 'local', subject: 'e2e', role: 'operator' } as const;
    const yes = { sessionId: talk.sessionId, identity, turnId: 'yes', text: '是', referenceMs: NOVEMBER };
    const [first, again] = await Promise.all([
      house.hermes.turn({ ...yes, waitMs: 60_000 }),
      house.hermes.turn({ ...yes, waitMs: 60_000 }),
    ]);
    expect(again).toEqual(first);
    await talk.say('是', NOVEMBER);
    const sent = (await readMailbox(house.hermes)).filter(
      ({ idempotency_key: key }) => key === `${first.requestIds[0]}/2`,
    );
    expect(sent).toHaveLength(1);
  });

  test('what the user calls the period is remembered over a restart', async () => {
    const data = house.dataDir;
    await house.stop(true);
    house = await openHouse({ dataDir: data });
    const talk = await house.talkTo('office-reports');
    const asked = await talk.say('把销售报告发给李总监', NOVEMBER);
    expect(keysOf(asked)).toEqual(['offer_period']);
    expect(wordsOf(asked)).toContain('Q3');
  });
});
