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

/** Says the turns one after the other, answering look-ups, and returns what the last one gave. */
function say(turns: readonly string[], user: JsonObject = {}): Turnout & { said: string } {
  const snapshot = {
    referenceMs: Date.parse('2026-12-01T03:00:00Z'),
    timeZone: 'Asia/Shanghai',
    locale: 'zh',
    user,
  } as const;
  let state: SessionState = conversation.initialState();
  let last: Turnout | undefined;
  for (const [index, text] of turns.entries()) {
    const first = conversation.machine(state, { type: 'turn', turnId: String(index), text }, snapshot);
    let turnout = first;
    for (const emission of first.emissions) {
      if (emission.type !== 'lookup') continue;
      const outcome = {
        ok: true,
        digest: JSON.stringify(emission.slots),
        facts: { rows: 812, total_cents: 123_456_789, currency: 'CNY' },
      } as const;
      const next = conversation.machine(
        turnout.state,
        { type: 'lookup_result', lookupId: emission.lookupId, outcome },
        snapshot,
      );
      turnout = {
        ...next,
        emissions: first.emissions,
        replies: [...turnout.replies, ...next.replies],
        reading: { ...first.reading, state: next.reading.state, slots: next.reading.slots },
      };
    }
    state = turnout.state;
    last = turnout;
  }
  return { ...last!, said: last!.replies.map(({ text }) => text).join('\n') };
}

const Q3 = { start: '2026-07-01', end: '2026-10-01', label: 'Q3 2026', phrase: 'Q3' };

test.each([
  ['帮我把Q3的销售报告发给李总监', '2026年7月1日至9月30日', '是'],
  ['send the Q3 sales report to director Li', '1 Jul to 30 Sep 2026', 'yes'],
])('%s: dates, address and figures are shown, and one yes sends it', (sentence, dates, yes) => {
  verifies('G3');
  const asked = say([sentence]);
  expect(asked.reading).toMatchObject({
    state: 'confirm_details',
    intent: 'send_sales_report',
    slots: { period: Q3 },
  });
  expect(asked.reading.confidence).toBeGreaterThan(0.9);
  for (const shown of [dates, 'li.mingyuan@example.cn', '¥1,234,567.89', '812'])
    expect(asked.said).toContain(shown);
  const sent = say([sentence, yes]);
  expect(sent.emissions).toMatchObject([
    {
      type: 'execute',
      intent: 'send_sales_report',
      slots: { period: Q3, recipient: { name: '李明远', address: 'li.mingyuan@example.cn' } },
      learn: { period_phrase: 'Q3' },
    },
  ]);
});

test('an unknown 张经理 is a question with the nearest names, and last month is computed', () => {
  verifies('G4');
  const asked = say(['把上个月销售数据导出成PDF发给张经理']);
  expect(asked.reading).toMatchObject({
    state: 'awaiting_recipient',
    slots: { period: { start: '2026-11-01', end: '2026-12-01' } },
  });
  expect(asked.emissions).toEqual([]);
  expect(asked.replies).toHaveLength(1);
  expect(asked.said).toMatch(/没有“张经理”[\s\S]*张[\s\S]*章建国/);
  expect(say(['把上个月销售数据导出成PDF发给张经理', '章经理']).reading.slots.recipient).toMatchObject({
    name: '章建国',
  });
});

test('two people fit: which one, with addresses that name nobody to strangers', () => {
  const asked = say(['把上个月的销售报告发给王经理']);
  expect(asked.reading.state).toBe('choose_recipient');
  expect(asked.replies[0]!.options).toEqual([
    '王强（华东区经理，w***@example.cn）',
    '王秀兰（市场部经理，x***@example.com）',
  ]);
  for (const answer of ['第二个', '2', '王秀兰', '市场部那位'])
    expect(say(['把上个月的销售报告发给王经理', answer]).reading.slots.recipient).toMatchObject({
      id: 'wang-xiulan',
    });
});

test.each([
  '欧阳总经理',
  '欧阳总',
  'general manager Ouyang',
  'ouyang na',
  '陈主任',
  'chen zhang zhi',
  '赵助理',
  '张薇',
])('it goes to %s', (name) => {
  const { reading } = say([`把Q3的销售报告发给${name}`]);
  expect(reading.state).toBe('confirm_details');
});

test('what the user usually says is offered, and 是 takes it', () => {
  verifies('C10');
  const user = { period_phrase: 'Q3' };
  expect(say(['发一份销售报告给李总监'], user).said).toContain('2026年7月1日至9月30日');
  const { reading, emissions } = say(['发一份销售报告给李总监', '是'], user);
  expect(reading.slots.period).toEqual(Q3);
  expect(emissions[0]).toMatchObject({ type: 'lookup' });
});

test.each([
  ['时间改成上个月', { period: { label: '2026-11' } }],
  ['不是李总监，是王秀兰', { recipient: { id: 'wang-xiulan' } }],
  ['change the period to Q2', { period: { label: 'Q2 2026' } }],
])('a correction at the confirmation asks anew: %s', (words, slots) => {
  const { reading, emissions } = say(['帮我把Q3的销售报告发给李总监', words]);
  expect(reading).toMatchObject({ state: 'confirm_details', slots });
  expect(emissions.map(({ type }) => type)).toEqual(['lookup']);
});

/** A session whose look-ups for 2027 are refused. */
function refusing(turns: readonly string[]): Turnout[] {
  const snapshot = {
    referenceMs: Date.parse('2026-12-01T03:00:00Z'),
    timeZone: 'Asia/Shanghai',
    locale: 'zh',
    user: {},
  } as const;
  let state: SessionState = conversation.initialState();
  return turns.map((text) => {
    let turnout = conversation.machine(state, { type: 'turn', turnId: text, text }, snapshot);
    for (const emission of turnout.emissions) {
      if (emission.type !== 'lookup') continue;
      const digest = JSON.stringify(emission.slots);
      const facts = { rows: 812, total_cents: 100, currency: 'CNY' };
      const outcome = digest.includes('2027')
        ? ({ ok: false, response: 'report_empty', code: 'REFUSED', facts: {} } as const)
        : ({ ok: true, digest, facts } as const);
      const { lookupId } = emission;
      turnout = conversation.machine(turnout.state, { type: 'lookup_result', lookupId, outcome }, snapshot);
    }
    state = turnout.state;
    return turnout;
  });
}

describe('a period without sales invites another one', () => {
  const EMPTY = '把2027年1月的销售报告发给李总监';

  test('and the recipient is kept', () => {
    const [refused, again] = refusing([EMPTY, '那就Q3吧']);
    expect(refused!.replies.map(({ key }) => key)).toEqual(['report_empty']);
    expect(refused!.reading.state).toBe('awaiting_period');
    expect(Object.keys(refused!.reading.slots)).toEqual(['recipient']);
    expect(again!.reading).toMatchObject({
      state: 'confirm_details',
      slots: { period: Q3, recipient: { id: 'li-mingyuan' } },
    });
  });

  test('as often as it takes, and a no ends it', () => {
    const turns = refusing([EMPTY, '2027年2月', '2027年3月', '2027年4月', '不用', '是']);
    expect(turns.slice(0, 4).map(({ reading }) => reading.state)).toEqual(Array(4).fill('awaiting_period'));
    expect(turns[4]!.replies.map(({ key }) => key)).toEqual(['cancelled']);
    expect(turns[5]!.emissions).toEqual([]);
  });
});

test.each(['是吗', '是不是？', 'yes?', '可以吗？', '好不好', '不是不行'])(
  '%s at the confirmation shows the same confirmation again',
  (words) => {
    const asked = say(['帮我把Q3的销售报告发给李总监']);
    const doubted = say(['帮我把Q3的销售报告发给李总监', words]);
    expect(doubted.emissions).toEqual([]);
    expect(doubted.replies.map(({ key }) => key)).toEqual(['confirm_unclear', 'report_confirm']);
    expect(doubted.state.task!.phase).toEqual(asked.state.task!.phase);
  },
);

test('a range the wrong way round is told so, not called a date that does not exist', () => {
  const { replies, reading } = say(['把2026-09-30到2026-07-01的销售报告发给李总监']);
  expect(replies.map(({ key }) => key)).toEqual(['date_reversed', 'ask_period']);
  expect(reading.state).toBe('awaiting_period');
});

describe('no part of what was said of the recipient is dropped', () => {
  test.each([
    ['李总监 <evil@attacker.com>', 'evil@attacker.com'],
    ['李总监，邮箱evil@attacker.com', 'evil@attacker.com'],
    ['李明远@attacker.com', '@attacker.com'],
    ['李明远 <li.mingyuan@example.cn.attacker.com>', 'li.mingyuan@example.cn.attacker.com'],
    ['Li Mingyuan <evil@attacker.com>', 'evil@attacker.com'],
    ['李明远远', '李明远远'],
    ['王李明远', '王李明远'],
    ['Li Mingyuan Smith', 'Li Mingyuan Smith'],
    ['Li Mingyuan, the manager', 'Li Mingyuan, the manager'],
    ['李明远和张经理', '张经理'],
  ])('%s asks about %s and offers the nearest', (words, doubted) => {
    const asked = say([`把Q3的销售报告发给${words}`]);
    expect(asked.reading.state).toBe('awaiting_recipient');
    expect(asked.emissions).toEqual([]);
    expect(asked.said).toContain(doubted);
    expect(asked.said).toMatch(/\d\. (?:李明远|Li Mingyuan)/);
  });

  test.each([
    '李明远 <li.mingyuan@example.cn>',
    '李明远吧',
    '李明远，谢谢',
    '李明远，他是我们经理',
    '销售部李明远',
    'Li Mingyuan, the director',
    'Li Mingyuan please',
  ])('%s is one person', (words) => {
    expect(say([`把Q3的销售报告发给${words}`]).reading).toMatchObject({
      state: 'confirm_details',
      slots: { recipient: { id: 'li-mingyuan' } },
    });
  });

  test('李明远远 at the confirmation changes nobody and is asked about', () => {
    const { replies, reading, emissions } = say(['帮我把Q3的销售报告发给李总监', '李明远远']);
    expect(replies.map(({ key }) => key)).toEqual(['unknown_recipient']);
    expect(reading.slots.recipient).toMatchObject({ id: 'li-mingyuan' });
    expect(emissions).toEqual([]);
  });

  test.each([
    ['把Q3的销售报告发给王强、李总监', /收件人只能选一个/],
    ['把Q3的销售报告发给李明远和王经理', /收件人只能选一个/],
    ['send the Q3 sales report to Li Mingyuan and Wang Qiang', /only one recipient/],
  ])('%s: one of them is to be chosen', (sentence, words) => {
    const asked = say([sentence]);
    expect(asked.reading.state).toBe('choose_recipient');
    expect(asked.replies.map(({ key }) => key)).toEqual(['several']);
    expect(asked.said).toMatch(words);
    expect(say([sentence, '第二个']).reading.state).toBe('confirm_details');
  });
});

test('English replies name people in English and print an address once', () => {
  const asked = say(['send the Q3 sales report to director Li']);
  expect(asked.said).toContain('Recipient: Li Mingyuan, director <li.mingyuan@example.cn>');
  expect(asked.said.match(/@/g)).toHaveLength(1);
  const [sent] = say(['send the Q3 sales report to director Li', 'yes']).emissions;
  const slots = (sent as { slots: JsonObject }).slots;
  const facts = { steps: { report: { rows: 1, total_cents: 1, currency: 'CNY' } } };
  for (const key of ['report_sent', 'report_not_mailed', 'mail_body']) {
    expect(conversation.render(key, { slots, facts }, 'en')).toContain('Li Mingyuan');
    expect(conversation.render(key, { slots, facts }, 'en')).not.toMatch(/\p{Script=Han}/u);
    expect(conversation.render(key, { slots, facts }, 'zh')).toContain('李明远');
  }
});

describe('understood without having been learned', () => {
  test.each([
    ['麻烦把去年第四季度的销售报告发给王秀兰', 'send_sales_report'],
    ['我需要一份上半年的销售报告给陈主任', 'send_sales_report'],
    ['please mail the May sales report to Zhao Min', 'send_sales_report'],
    ['could you send director Li the sales report for last quarter', 'send_sales_report'],
    ['报告都包含什么', 'report_contents'],
    ['hello there friend', 'greeting'],
    ['你都能干什么', 'help'],
  ])('%s', (text, intent) => {
    expect(say([text]).reading.intent).toBe(intent);
  });

  test.each([
    '明天会下雪吗',
    '给我讲个故事',
    'book a table for two',
    '帮我订会议室',
    'reset my password',
    '李白是谁',
  ])('%s is not for this agent', (text) => {
    const { emissions, reading } = say([text]);
    expect(emissions).toEqual([]);
    expect(reading.intent).toBeNull();
  });
});
