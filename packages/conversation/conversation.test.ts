import { fileURLToPath } from 'node:url';
import { verifies } from '@hermes-agent/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Conversation, createConversation } from './conversation.ts';
import { startTalk } from './fixture/talk.ts';
import type { FlowSet } from './flow/flow.ts';
import { loadFlows } from './flow/load.ts';

let flows: FlowSet;
let shop: Conversation;
beforeAll(async () => {
  flows = await loadFlows(fileURLToPath(new URL('./fixture/shop', import.meta.url)));
  shop = createConversation({ flows });
});

test('the shape of what an intent emits, for whoever joins it with a plan', () => {
  expect(shop.slotSchema('refund')).toMatchObject({
    required: ['order', 'reason'],
    properties: { order: { type: 'string', pattern: '^(?:[A-Z]\\d{4})$' } },
  });
  expect(shop.slotSchema('write_to')).toMatchObject({
    properties: { period: { required: ['start', 'end', 'label', 'phrase'] } },
  });
  expect(shop.slotSchema('refund_time')).toBeUndefined();
});

test('a response can be rendered by key', () => {
  const slots = { order: 'A1001', reason: '不喜欢' };
  expect(shop.render('confirm_refund', { slots, facts: { cents: 5 } }, 'zh')).toBe(
    '确认退款 A1001，原因：不喜欢，金额 ¥0.05？',
  );
  expect(shop.render('confirm_refund', { slots }, 'en')).toBe('Refund A1001, because 不喜欢?');
});

test('another directory can take the place of the one that was loaded', () => {
  const person = {
    id: 'w',
    name: '吴迪',
    english: 'Wu Di',
    title: { zh: '经理', en: 'manager' },
    department: { zh: '总部', en: 'head office' },
    address: 'wu@example.cn',
  };
  const session = startTalk(createConversation({ flows, directory: { people: [person] } }));
  session.say('寄信给吴经理');
  expect(session.state().task!.slots.recipient!.value).toMatchObject({ id: 'w' });
});

test('the path of states: idle, identify_user, select_service, confirm_details, execute', () => {
  verifies('C7');
  const identifying: FlowSet = {
    ...flows,
    flows: flows.flows.map((flow) =>
      flow.kind === 'answer'
        ? flow
        : { ...flow, slots: flow.slots.map((slot) => ({ ...slot, identifiesUser: slot.name === 'order' })) },
    ),
  };
  const session = startTalk(createConversation({ flows: identifying }));
  expect(session.say('今天天气怎么样').reading.state).toBe('idle');
  expect(session.say('A1001').reading.state).toBe('select_service');
  expect(session.say('都不是').reading.state).toBe('idle');
  expect(session.say('我要退款').reading.state).toBe('identify_user');
  expect(session.say('A1001').reading.state).toBe('awaiting_reason');
  session.say('不喜欢');
  expect(session.say('跳过').reading.state).toBe('confirm_details');
  expect(session.say('是').reading.state).toBe('execute');
});

describe('the dialog', () => {
  test('is kept as a summary of the last three turns, without what was said', () => {
    verifies('C8');
    const session = startTalk(shop);
    for (const text of ['查一下A1001的物流', '退款 A1001', '尺码不对', '跳过', '转人工']) session.say(text);
    const { dialog } = session.state();
    expect(dialog.map(({ act, intent }) => [act, intent])).toEqual([
      ['filled', 'refund'],
      ['unclear', 'refund'],
      ['human', 'refund'],
    ]);
    expect(JSON.stringify(dialog)).not.toMatch(/尺码|A1001/);
  });

  test('goes to the person who takes over, with the task as it stands', () => {
    const session = startTalk(shop);
    session.say('退款 A1001，急');
    const { emissions } = session.say('转人工');
    expect(emissions).toMatchObject([
      {
        type: 'handover',
        taskId: '1',
        reason: 'user_asked',
        packet: {
          task: { intent: 'refund', priority: 'high', slots: { order: 'A1001' }, missing: ['reason'] },
        },
      },
    ]);
    expect(session.state().task).toBeNull();
  });

  test('forgets a task when it ends: nothing of it reaches the next one', () => {
    verifies('C9', 'C11');
    const session = startTalk(shop);
    session.say('退款 A1001，很急');
    session.say('取消');
    const { reading } = session.say('我要退款');
    expect(reading.slots).toEqual({});
    expect(session.state().task).toMatchObject({ priority: 'normal', attempts: {} });
  });
});

test('a turn is read in far less time than it takes to notice, and training is no wait', () => {
  const startedAt = performance.now();
  const conversation = createConversation({ flows });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  const session = startTalk(conversation);
  const times = Array.from({ length: 100 }, (_, index) => {
    const before = performance.now();
    session.say(['查一下A1001的物流', '我要退款', '取消', '今天天气怎么样'][index % 4]!);
    return performance.now() - before;
  }).sort((left, right) => left - right);
  expect(times[50]).toBeLessThan(10);
});

test('replies follow the language that is clearly written', () => {
  const session = startTalk(shop);
  session.say('我要退款');
  expect(session.said()).toMatch(/订单号/);
  session.say('I want a refund');
  expect(session.said()).toMatch(/order number/);
  session.say('A1001');
  expect(session.said()).toBe('What is the reason?');
  session.say('the colour is not what I ordered');
  session.say('跳过');
  expect(session.said()).toMatch(/Refund A1001/);
  session.say('退款要几天呀');
  expect(session.said()).toMatch(/一般三天内到账/);
});

test('where each value came from is kept', () => {
  const session = startTalk(shop, { user: { address: '杭州市文三路 9 号' } });
  session.say('退款 A1001');
  session.say('不喜欢');
  session.say('是');
  expect(session.state().task!.slots).toMatchObject({
    order: { from: 'user', rule: 'pattern', span: [3, 8], turn: 1 },
    reason: { from: 'user', rule: 'whole_answer', turn: 2 },
    address: { from: 'profile', rule: 'offered', span: null, turn: 3 },
  });
});

test('an empty preview ends the task with its reason, and nothing leaves', () => {
  const session = startTalk(shop, { answers: false });
  session.say('退款 A1001');
  session.say('不喜欢');
  session.say('跳过');
  const { lookupId } = session.state().task!.phase as { lookupId: string };
  session.send({
    type: 'lookup_result',
    lookupId,
    outcome: { ok: false, response: 'refused', code: 'NOT_REFUNDABLE', facts: {} },
  });
  expect(session.said()).toBe('A1001 不能退款');
  expect(session.state().task).toBeNull();
  expect(session.executed()).toEqual([]);
});
