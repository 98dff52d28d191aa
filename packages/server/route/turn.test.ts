import { expect, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';
import { errorSchema } from '../wire/error.ts';
import { turnResultSchema } from '../wire/turn.ts';

async function startSession(options: Parameters<typeof startFake>[0] = {}) {
  const started = await startFake(options);
  await started.ask('/sessions', { body: { agent: 'echo' } });
  const say = (body: object, headers: Record<string, string> = {}) =>
    started.ask('/sessions/session-1/turns', { body, headers });
  return { ...started, say };
}

test('a turn is answered with what was understood, and a repeated one with the same', async () => {
  const { say } = await startSession();
  const first = turnResultSchema.parse(await (await say({ turn_id: 'a', text: '你好' })).json());
  expect(first).toMatchObject({
    turn_id: 'a',
    turn: 1,
    intent: 'echo',
    excluded: [{ intent: 'complaint' }],
    slots: { order_id: 'ORD-12345678' },
    replies: [{ text: '你好' }],
    emission: { intent: 'echo' },
    display_timeout_ms: 7_000,
  });
  expect(await (await say({ turn_id: 'a', text: '你好' })).json()).toEqual(first);
});

test('Prefer: wait is passed on, and no longer than the limit', async () => {
  const { say, hermes } = await startSession({ limits: { waitMs: 20_000 } });
  await say({ turn_id: 'a', text: 'x' }, { prefer: 'respond-async, wait=12' });
  expect(hermes.lastTurn.waitMs).toBe(12_000);
  await say({ turn_id: 'b', text: 'x' }, { prefer: 'wait=100' });
  expect(hermes.lastTurn.waitMs).toBe(20_000);
  await say({ turn_id: 'c', text: 'x' });
  expect(hermes.lastTurn.waitMs).toBe(0);
});

test('an operator may move the reference time', async () => {
  const { say, hermes } = await startSession();
  await say({ turn_id: 'a', text: '上个月', at: '2026-02-01T08:00:00+08:00' });
  expect(hermes.lastTurn.referenceMs).toBe(Date.UTC(2026, 1, 1));
});

test('empty and emoji-only text is a turn like any other', async () => {
  const { say } = await startSession();
  expect((await say({ turn_id: 'a', text: '' })).status).toBe(200);
  expect((await say({ turn_id: 'b', text: '🙂🙂' })).status).toBe(200);
});

test('100 kB of text is for the conversation to answer; a body without end is refused politely', async () => {
  const { say } = await startSession();
  expect((await say({ turn_id: 'a', text: '长'.repeat(33_000) })).status).toBe(200);
  const answer = await say({ turn_id: 'b', text: 'x'.repeat(1_000_000) });
  expect(answer.status).toBe(413);
  const { error } = errorSchema.parse(await answer.json());
  expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', where: 'body', hint: expect.any(String) });
});

test.each([
  ['no turn_id', { text: 'x' }, 'body/turn_id'],
  ['a number for text', { turn_id: 'a', text: 5 }, 'body/text'],
  ['half a character', { turn_id: 'a', text: '\ud83d' }, 'body/text'],
  ['a member it does not know', { turn_id: 'a', text: 'x', txet: 'y' }, 'body'],
  ['a day for a time', { turn_id: 'a', text: 'x', at: '2026-02-01' }, 'body/at'],
])('%s is refused with its place', async (_, body, where) => {
  const { say } = await startSession();
  const answer = await say(body);
  expect(answer.status).toBe(400);
  expect(errorSchema.parse(await answer.json()).error).toMatchObject({ code: 'INVALID_ARGUMENT', where });
});

test('what is no JSON, or comes as a form, is refused', async () => {
  const { server } = await startSession();
  const post = (body: string, type: string) =>
    fetch(`${server.url}/sessions/session-1/turns`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  expect((await post('{"text":', 'application/json')).status).toBe(400);
  expect((await post('{}', 'text/plain')).status).toBe(400);
});

test('an error of the runtime keeps its status; an unforeseen one tells nothing of its inside', async () => {
  const { say } = await startSession();
  const busy = await say({ turn_id: 'a', text: 'fail BUS_FULL' });
  expect(busy.status).toBe(503);
  expect(busy.headers.get('retry-after')).toBe('1');
  const crash = await say({ turn_id: 'b', text: 'fail CRASH' });
  expect(crash.status).toBe(500);
  expect(await crash.text()).not.toContain('secret');
});
