import { verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, keysOf, openHouse, wordsOf } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

describe('after-sales', () => {
  test('我的订单还没发货，急 → the order number → an answer from the order centre', async () => {
    verifies('C1', 'C5', 'G5');
    const talk = await house.talkTo('after-sales');
    const asked = await talk.say('我的订单还没发货，急');
    expect(wordsOf(asked)).toBe('请问您的订单号是多少？格式类似 ORD-12345678');
    expect(asked).toMatchObject({ state: 'awaiting_order_id', intent: 'logistics_query', emission: null });
    expect(asked.excluded.map(({ intent }) => intent)).toEqual(
      expect.arrayContaining(['complaint', 'urging']),
    );
    const answered = await talk.say('ORD-87654321');
    expect(answered.emission).toEqual({
      intent: 'logistics_query',
      order_id: 'ORD-87654321',
      priority: 'high',
    });
    expect(keysOf(answered).at(-1)).toBe('logistics_found');
  });

  test('an order there is not is said so in words, with its code on the trace', async () => {
    const talk = await house.talkTo('after-sales');
    const answered = await talk.say('查一下 ORD-99999999 的物流');
    expect(keysOf(answered).at(-1)).toBe('order_not_found');
    const trace = await house.hermes.trace(answered.requestIds[0]!, {
      tenant: 'local',
      subject: 'e2e',
      role: 'operator',
    });
    expect(trace).toMatchObject({ status: 'failed', code: 'ORDER_NOT_FOUND' });
  });

  test('a return: asked, confirmed, created, its number told', async () => {
    verifies('G5');
    const talk = await house.talkTo('after-sales');
    await talk.say('我要退货');
    await talk.say('ORD-12345678');
    const confirm = await talk.say('尺码不合适');
    expect(confirm.state).toBe('confirm_details');
    const done = await talk.say('是');
    expect(keysOf(done).at(-1)).toBe('return_created');
    expect(wordsOf(done)).toMatch(/RTN-\d{8}-\d{5}/);
  });

  test('an exchange; its address and category are offered after a restart, not asked again', async () => {
    verifies('G5');
    let talk = await house.talkTo('after-sales');
    await talk.say('我想换货，订单 ORD-20000016，尺码不合适');
    await drive(talk, 'exchange_created');
    const data = house.dataDir;
    await house.stop(true);
    house = await openHouse({ dataDir: data });
    talk = await house.talkTo('after-sales');
    const first = await talk.say('我想换货，订单 ORD-20000019，尺码不合适');
    const asked = [first, ...(first.state.startsWith('confirm') ? [] : [await talk.say('是')])];
    expect(asked.map(wordsOf).join('\n')).toContain('杭州市西湖区文三路 1 号');
    expect(asked.flatMap(keysOf)).not.toContain('ask_address');
  });

  test('a return that the order centre would refuse is said so before it is asked to confirm', async () => {
    const talk = await house.talkTo('after-sales');
    await talk.say('退货');
    await talk.say('ORD-20000024');
    const said = await talk.say('不想要了');
    expect(keysOf(said)).toEqual(['return_window_closed']);
    expect(said.requestIds).toEqual([]);
  });

  test.each([
    ['empty', ''],
    ['emoji only', '😡😡😡'],
    ['100 kB', '我要投诉'.repeat(8_533)],
  ])('a turn that is %s is answered politely', async (_name, text) => {
    const talk = await house.talkTo('after-sales');
    const answered = await talk.say(text);
    expect(answered.replies.length).toBeGreaterThan(0);
    expect(wordsOf(answered).length).toBeGreaterThan(4);
  });
});

/** Answers what is asked until `key` comes. */
async function drive(talk: Awaited<ReturnType<House['talkTo']>>, key: string): Promise<void> {
  const answers: Record<string, string> = {
    ask_address: '杭州市西湖区文三路 1 号',
    ask_category: '衣服',
    ask_reason: '尺码不合适',
  };
  let said = await talk.say('好的');
  for (let turn = 0; turn < 8; turn += 1) {
    const last = keysOf(said).at(-1)!;
    if (last === key) return;
    said = await talk.say(answers[last] ?? '是');
  }
  throw new Error(`Never heard ${key}: ${wordsOf(said)}`);
}
