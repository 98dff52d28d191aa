import { expect, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';
import { createClient } from './client.ts';

test('a conversation through the client is the conversation of the runtime', async () => {
  const { server, hermes } = await startFake();
  const client = createClient({ url: server.url, user: '李雷' });
  expect(await client.agents()).toEqual(hermes.agents());
  const { sessionId } = await client.openSession({ agent: 'echo' });
  const said = await client.say({
    sessionId,
    turnId: 'a',
    text: '你好',
    waitMs: 1_500,
    referenceMs: 86_400_000,
  });
  expect(said).toMatchObject({ turn: 1, replies: [{ text: '你好' }], displayTimeoutMs: 7_000 });
  expect(hermes.lastTurn).toEqual({ waitMs: 2_000, referenceMs: 86_400_000 });
});

test('traces come back as the runtime gave them', async () => {
  const { server, hermes } = await startFake();
  const client = createClient({ url: server.url });
  const [summary] = await client.findTraces({
    user: 'local',
    sinceMs: 0,
    untilMs: 1,
    sessionId: 's',
    limit: 5,
  });
  const identity = { tenant: 'local', subject: 'local', role: 'operator' } as const;
  expect(await client.trace(summary!.requestId)).toEqual(await hermes.trace(summary!.requestId, identity));
  expect(await client.trace('none')).toBeNull();
});

test('the code, the place and the hint of an error arrive', async () => {
  const { server } = await startFake();
  const client = createClient({ url: server.url });
  await expect(client.openSession({ agent: 'ecoh' })).rejects.toMatchObject({
    code: 'AGENT_UNKNOWN',
    hint: 'There is: echo',
  });
});

test('a server that is gone says so', async () => {
  await expect(createClient({ url: 'http://127.0.0.1:1' }).agents()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    where: 'http://127.0.0.1:1',
  });
});

test('events go on where a broken connection stopped', async () => {
  const { server, hermes } = await startFake({ limits: { idleMs: 150 } });
  const client = createClient({ url: server.url });
  const { sessionId } = await client.openSession({ agent: 'echo' });
  const leaving = new AbortController();
  const seen: string[] = [];
  for await (const event of client.events(sessionId, 0, leaving.signal)) {
    if (event.type === 'reply') seen.push(event.reply.text);
    if (seen.length === 1) setTimeout(() => hermes.push(sessionId, 'after the break'), 300);
    if (seen.length === 2) leaving.abort();
  }
  expect(seen).toEqual(['您好', 'after the break']);
});
