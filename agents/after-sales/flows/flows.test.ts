import { fileURLToPath } from 'node:url';
import {
  type Conversation,
  createConversation,
  loadFlows,
  type SessionState,
  type Turnout,
} from '@hermes-agent/conversation';
import type { JsonObject } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { beforeAll, describe, expect, test } from 'vitest';

let conversation: Conversation;
beforeAll(async () => {
  conversation = createConversation({
    flows: await loadFlows(fileURLToPath(new URL('..', import.meta.url))),
  });
});

const FACTS = { items_text: '跑鞋 ×1', total_cents: 39_900, currency: 'CNY' };

/** Says the turns one after the other, answering look-ups, and returns what each gave. */
function say(turns: readonly string[], user: JsonObject = {}): Turnout[] {
  const snapshot = {
    referenceMs: Date.parse('2026-12-01T03:00:00Z'),
    timeZone: 'Asia/Shanghai',
    locale: 'zh',
    user,
  } as const;
  let state: SessionState = conversation.initialState();
  return turns.map((text, index) => {
    let turnout = conversation.machine(state, { type: 'turn', turnId: String(index), text }, snapshot);
    const { emissions } = turnout;
    for (const emission of emissions) {
      if (emission.type !== 'lookup') continue;
      const outcome = { ok: true, digest: JSON.stringify(emission.slots), facts: FACTS } as const;
      const next = conversation.machine(
        turnout.state,
        { type: 'lookup_result', lookupId: emission.lookupId, outcome },
        snapshot,
      );
      turnout = { ...next, emissions, replies: [...turnout.replies, ...next.replies] };
    }
    state = turnout.state;
    return turnout;
  });
}

const said = (turnout: Turnout | undefined): string => turnout!.replies.map(({ text }) => text).join('\n');

test('我的订单还没发货，急: asks for the order number, then sends it with high priority', () => {
  verifies('C1', 'C4', 'C5');
  const [first, second] = say(['我的订单还没发货，急', 'ORD-87654321']);
  expect(said(first)).toBe('请问您的订单号是多少？格式类似 ORD-12345678');
  expect(first!.reading).toMatchObject({
    state: 'awaiting_order_id',
    intent: 'logistics_query',
    slots: { priority: 'high' },
  });
  expect(first!.reading.confidence).toBeGreaterThan(0.92);
  const excluded = first!.reading.excluded.map(({ intent }) => intent);
  expect(excluded).toEqual(expect.arrayContaining(['complaint', 'urging']));
  expect(first!.emissions).toEqual([]);
  expect(second!.emissions).toMatchObject([
    {
      type: 'execute',
      intent: 'logistics_query',
      slots: { order_id: 'ORD-87654321' },
      priority: 'high',
      digest: null,
    },
  ]);
});

test('a return is confirmed before it is made', () => {
  verifies('G5');
  const [first, second] = say(['我要退货，订单号 ORD-12345678，尺码不对', '是']);
  expect(first!.reading).toMatchObject({
    state: 'confirm_details',
    slots: { order_id: 'ORD-12345678', reason: 'size' },
  });
  expect(said(first)).toMatch(/ORD-12345678（跑鞋 ×1）[\s\S]*尺码不合适[\s\S]*¥399\.00/);
  expect(second!.emissions).toMatchObject([
    { type: 'execute', intent: 'return_request', digest: expect.any(String) },
  ]);
});

test('an exchange asks for what is missing and learns it', () => {
  const turns = say(['我要换货 ORD-12345678', '太小了', '换双鞋', '上海市浦东新区世纪大道100号', '好的']);
  expect(turns.map(({ reading }) => reading.state)).toEqual([
    'awaiting_reason',
    'awaiting_category',
    'awaiting_address',
    'confirm_details',
    'execute',
  ]);
  expect(turns.at(-1)!.emissions[0]).toMatchObject({
    slots: {
      order_id: 'ORD-12345678',
      reason: 'size',
      category: 'shoes',
      address: '上海市浦东新区世纪大道100号',
    },
    learn: { preferred_category: 'shoes', address: '上海市浦东新区世纪大道100号' },
  });
});

test('what memory holds is offered, not asked again, and can be turned down', () => {
  verifies('C10');
  const user = { address: '上海市浦东新区世纪大道100号', preferred_category: 'shoes' };
  const turns = say(
    ['exchange order ORD-12345678, it is too small', 'yes', 'no', '12 Long Street, Springfield', 'yes'],
    user,
  );
  expect(said(turns[0])).toBe('Is it shoes again?');
  expect(said(turns[1])).toBe('Should it go to 上海市浦东新区世纪大道100号 again?');
  expect(said(turns[2])).toContain('full address');
  expect(turns.at(-1)!.emissions[0]).toMatchObject({
    slots: { category: 'shoes', address: '12 Long Street, Springfield' },
    learn: { address: '12 Long Street, Springfield' },
  });
});

test('an order number of the wrong form is explained, and a third one goes to a person with what is known', () => {
  verifies('C12');
  const turns = say(['查物流', 'ORD-123', '12345678', '就是那个', '查询订单 ORD-12345678']);
  expect(said(turns[1])).toContain('“ORD-123”不是完整的订单号');
  expect(turns[3]!.emissions).toMatchObject([
    {
      type: 'handover',
      reason: 'attempts_exhausted',
      packet: { task: { intent: 'logistics_query', missing: ['order_id'] } },
    },
  ]);
  expect(turns[4]!.emissions).toMatchObject([{ type: 'execute', intent: 'order_query' }]);
});

test('another request in between is done first, and the return goes on where it was', () => {
  const turns = say(['我要退货 ORD-12345678', '先帮我查一下ORD-20000001的物流', '质量问题']);
  expect(turns[1]!.emissions).toMatchObject([
    { type: 'execute', intent: 'logistics_query', slots: { order_id: 'ORD-20000001' } },
  ]);
  expect(turns[1]!.reading.state).toBe('awaiting_reason');
  expect(turns[2]!.reading.slots).toEqual({ order_id: 'ORD-12345678', reason: 'quality' });
});

test('an outcome that comes while something else is going on names what it is about and touches nothing', () => {
  verifies('C11');
  const [first, second] = say(['物流 ORD-12345678', '我要退货']);
  const snapshot = { referenceMs: 0, timeZone: 'Asia/Shanghai', locale: 'zh', user: {} } as const;
  const { state, replies } = conversation.machine(
    second!.state,
    {
      type: 'outcome',
      requestId: 'r',
      taskId: (first!.emissions[0] as { taskId: string }).taskId,
      status: 'succeeded',
      response: 'logistics_found',
      code: null,
      facts: { steps: { logistics: { order_id: 'ORD-12345678', headline: '已签收' } } },
      summary: '',
    },
    snapshot,
  );
  expect(replies.map(({ text }) => text)).toEqual(['关于“查询物流”：订单 ORD-12345678：已签收']);
  expect(state.task).toEqual(second!.state.task);
  expect(state.submitted).toEqual([]);
});

test('a bare order number is not guessed about', () => {
  verifies('C6');
  const [first, second] = say(['ORD-12345678', '查询订单']);
  expect(first!.reading.state).toBe('select_service');
  expect(first!.replies[0]!.options!.at(-1)).toBe('都不是');
  expect(second!.emissions).toMatchObject([{ intent: 'order_query', slots: { order_id: 'ORD-12345678' } }]);
});

describe('every request of a turn is named and handled', () => {
  test.each([
    ['我要投诉并且退货 ORD-20000017', ['queued', 'complaint_ack', 'ask_reason'], 'return_request'],
    ['我的订单还没发货，急，我要投诉', ['queued', 'complaint_ack', 'ask_order_id'], 'logistics_query'],
    ['我要投诉，还要退货 ORD-20000017', ['queued', 'complaint_ack', 'ask_reason'], 'return_request'],
    [
      'I want to complain and return order ORD-20000017',
      ['queued', 'complaint_ack', 'ask_reason'],
      'return_request',
    ],
    ['退款要几天？你们几点上班？', ['queued', 'refund_time', 'opening_hours'], 'refund_time'],
    [
      '查一下ORD-20000001的物流，我要退货 ORD-20000002',
      ['queued', 'accepted', 'next_task', 'ask_reason'],
      'logistics_query',
    ],
  ])('%s', (text, keys, intent) => {
    const [turnout] = say([text]);
    expect(turnout!.replies.map(({ key }) => key)).toEqual(keys);
    expect(turnout!.reading.intent).toBe(intent);
    expect(turnout!.replies[0]!.text).toMatch(/1\. [\s\S]*2\. /);
  });

  test('while a confirmation stands, which stands again afterwards', () => {
    const [asked, aside] = say(['我要退货，订单号 ORD-12345678，尺码不对', '我要投诉，退款要几天']);
    expect(aside!.replies.map(({ key }) => key)).toEqual([
      'queued',
      'complaint_ack',
      'refund_time',
      'return_confirm',
    ]);
    expect(aside!.state.task!.phase).toEqual(asked!.state.task!.phase);
  });

  test('what more is said of the running task is no second task', () => {
    const [, second] = say(['我的订单还没发货', '我的订单 ORD-12345678 还没发货，我要投诉']);
    expect(second!.replies.map(({ key }) => key)).toEqual(['queued', 'complaint_ack', 'accepted']);
    expect(second!.emissions).toMatchObject([{ taskId: '1', slots: { order_id: 'ORD-12345678' } }]);
    expect(second!.state.waiting).toEqual([]);
  });

  test.each([
    '你好，我要退货',
    '我要退货，不想要了，谢谢',
    '我的订单还没发货，急',
    '不想退，就想换一个',
    '我要退货，订单号 ORD-12345678，尺码不对',
    '我想换货，订单 ORD-20000016，尺码不合适',
    '我要退货，我的订单是 ORD-20000016',
    '查物流，单号ORD-20000016',
    'I want to return it, order ORD-20000016, it is too small',
    'return please, my order number is ORD-20000016',
  ])('%s is one request', (text) => {
    expect(say([text])[0]!.replies.map(({ key }) => key)).not.toContain('queued');
  });

  test('no example of a flow is several requests', async () => {
    const { flows } = await loadFlows(fileURLToPath(new URL('..', import.meta.url)));
    for (const example of flows.flatMap(({ examples }) => [...examples.zh, ...examples.en]))
      expect([example, said(say([example])[0])]).not.toContain('\n1. ');
  });
});

test('a return of an order that is not there asks for another number and keeps the reason', () => {
  const snapshot = { referenceMs: 0, timeZone: 'Asia/Shanghai', locale: 'zh', user: {} } as const;
  const text = '我要退货，订单号 ORD-12345678，尺码不对';
  const first = conversation.machine(
    conversation.initialState(),
    { type: 'turn', turnId: '1', text },
    snapshot,
  );
  const { lookupId } = first.emissions[0] as { lookupId: string };
  const outcome = { ok: false, response: 'order_not_found', code: 'ORDER_NOT_FOUND', facts: {} } as const;
  const { reading } = conversation.machine(
    first.state,
    { type: 'lookup_result', lookupId, outcome },
    snapshot,
  );
  expect(reading).toMatchObject({ state: 'awaiting_order_id', slots: { reason: 'size' } });
});

describe('understood without having been learned', () => {
  test.each([
    ['我的货呢', 'logistics_query'],
    ['快递怎么还不到', 'logistics_query'],
    ["where's my stuff", 'logistics_query'],
    ['看看ORD-12345678什么时候到', 'logistics_query'],
    ['我想看看订单的详情', 'order_query'],
    ['show me the details of ORD-12345678', 'order_query'],
    ['这件衣服我想退了', 'return_request'],
    ['I would like to return these shoes', 'return_request'],
    ['想换个大码的', 'exchange_request'],
    ['could you swap it for a smaller size', 'exchange_request'],
    ['我要投诉你们的快递', 'complaint'],
    ['your service is awful', 'complaint'],
    ['帮我催一下卖家', 'urging'],
    ['please hurry it up', 'urging'],
    ['退款得几天到账', 'refund_time'],
    ['帮我取消这个订单吧', 'order_changes'],
    ['I need to cancel the order', 'order_changes'],
    ['我要換貨', 'exchange_request'],
    ['帮我 check 一下 ORD-12345678 的物流', 'logistics_query'],
  ])('%s is %s', (text, intent) => {
    expect(say([text])[0]!.reading.intent).toBe(intent);
  });

  test.each([
    '讲个笑话',
    'what is the weather',
    '帮我订机票',
    '那个蓝色的',
    '再便宜点',
    'play some music',
    '股票行情',
  ])('%s is asked about, never guessed', (text) => {
    const [turnout] = say([text]);
    expect(turnout!.reading.intent).toBeNull();
    expect(turnout!.emissions).toEqual([]);
  });
});
