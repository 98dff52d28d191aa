import { describe, expect, test } from 'vitest';
import { unreachable } from '../api/problem.ts';
import type { Reading, ReplyEvent, SessionState, TurnResult } from '../api/wire.ts';
import {
  type ConversationAction,
  emptyConversation,
  openOptions,
  reduceConversation,
  streamStart,
} from './conversation.ts';

const reading: Reading = {
  state: 'confirm_details',
  intent: 'send_sales_report',
  confidence: 0.94,
  excluded: [],
  slots: { period: 'Q3' },
};

const reply = (id: number, more: Partial<ReplyEvent> = {}): ReplyEvent => ({
  id,
  key: 'words',
  text: `words ${id}`,
  locale: 'zh',
  push: false,
  ...more,
});

const result = (turnId: string, replies: TurnResult['replies']): TurnResult => ({
  ...reading,
  turn_id: turnId,
  turn: 1,
  emission: null,
  replies,
  request_ids: [],
  display_timeout_ms: 0,
});

const run = (...actions: readonly ConversationAction[]) =>
  actions.reduce(reduceConversation, emptyConversation);
const sent = (turnId: string): ConversationAction => ({ type: 'turn_sent', turnId, text: '是', nowMs: 1 });
const answered = (turn: TurnResult): ConversationAction => ({
  type: 'turn_answered',
  result: turn,
  nowMs: 2,
});
const arrived = (one: ReplyEvent): ConversationAction => ({ type: 'reply_arrived', reply: one, nowMs: 3 });

describe('a turn', () => {
  test('is shown at once, then answered with what the machine read', () => {
    const after = run(sent('t'), answered(result('t', [reply(1, { options: ['是', '否'] })])));
    expect(after.entries.map((entry) => [entry.key, entry.delivery])).toEqual([
      ['turn t', 'sent'],
      ['reply 1', 'sent'],
    ]);
    expect(after.reading).toMatchObject({ state: 'confirm_details', confidence: 0.94 });
    expect(openOptions(after)).toEqual(['是', '否']);
  });

  test('that failed keeps its place and can be said again under the same id', () => {
    const failed = run(sent('t'), { type: 'turn_failed', turnId: 't', problem: unreachable() });
    expect(failed.entries[0]).toMatchObject({ delivery: 'failed' });
    const again = reduceConversation(failed, { type: 'turn_sent', turnId: 't', text: '是', nowMs: 9 });
    expect(again.entries).toHaveLength(1);
    expect(again.entries[0]).toMatchObject({ delivery: 'sending', problem: null, atMs: 1 });
  });
});

describe('the stream', () => {
  test('brings a late outcome once, whichever way comes first', () => {
    const late = reply(2, { push: true, request_id: 'q1' });
    const after = run(
      sent('t'),
      arrived(reply(1)),
      answered(result('t', [reply(1)])),
      arrived(late),
      arrived(late),
    );
    expect(after.entries.map((entry) => entry.key)).toEqual(['turn t', 'reply 1', 'reply 2']);
    expect(after.entries[2]).toMatchObject({ pushed: true, requestId: 'q1' });
    expect(after.requestIds).toEqual(['q1']);
  });

  test('takes the options away once something has been said', () => {
    expect(openOptions(run(arrived(reply(1, { options: ['是'] })), sent('t')))).toEqual([]);
  });
});

test('the slots of a task that is over stay in sight until the next one fills its own', () => {
  const idle = { ...reading, state: 'idle', slots: {} };
  const over = run({ type: 'reading_arrived', reading }, { type: 'reading_arrived', reading: idle });
  expect(over.task).toEqual({ slots: { period: 'Q3' }, isOver: true });
  const next = reduceConversation(over, {
    type: 'reading_arrived',
    reading: { ...reading, slots: { period: 'Q2' } },
  });
  expect(next.task).toEqual({ slots: { period: 'Q2' }, isOver: false });
});

describe('a session taken up again', () => {
  const session: SessionState = {
    ...reading,
    session_id: 's',
    agent: 'office-reports',
    locale: 'zh',
    transcript: [
      { id: 1, from: 'agent', text: '您好', at: '1970-01-01T00:00:01Z' },
      { id: 1, from: 'user', text: '报告', at: '1970-01-01T00:00:02Z' },
      { id: 2, from: 'agent', text: '确认吗', at: '1970-01-01T00:00:03Z', request_id: 'q1' },
    ],
  };

  test('shows its transcript in order', () => {
    const after = run({ type: 'restored', session });
    expect(after.entries.map((entry) => [entry.key, entry.atMs])).toEqual([
      ['reply 1', 1000],
      ['line 1', 2000],
      ['reply 2', 3000],
    ]);
    expect(after).toMatchObject({ requestIds: ['q1'], reading, task: { isOver: false } });
  });

  test('gets its quick replies back from the stream, which begins after the last turn', () => {
    expect(streamStart(session)).toBe(1);
    expect(streamStart({ ...session, transcript: [] })).toBe(0);
    const after = run({ type: 'restored', session }, arrived(reply(2, { options: ['是'] })));
    expect(after.entries).toHaveLength(3);
    expect(after.entries[2]).toMatchObject({ atMs: 3000, options: ['是'] });
  });
});
