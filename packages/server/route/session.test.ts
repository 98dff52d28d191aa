import { expect, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';
import { errorSchema } from '../wire/error.ts';
import { openedSessionSchema, sessionSchema } from '../wire/session.ts';

test('a session is opened with a greeting, read and ended', async () => {
  const { ask } = await startFake();
  const opened = await ask('/sessions', { body: { agent: 'echo', locale: 'en' } });
  expect(opened.status).toBe(201);
  const { session_id, locale, replies } = openedSessionSchema.parse(await opened.json());
  expect(locale).toBe('en');
  expect(replies).toHaveLength(1);

  const session = sessionSchema.parse(await (await ask(`/sessions/${session_id}`)).json());
  expect(session.transcript[0]).toMatchObject({ from: 'agent', at: '1970-01-01T00:00:01.000Z' });

  expect((await ask(`/sessions/${session_id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await ask(`/sessions/${session_id}`)).status).toBe(404);
});

test('an unknown agent is answered with those there are and with words in both languages', async () => {
  const { ask } = await startFake();
  const answer = await ask('/sessions', { body: { agent: 'ecoh' } });
  expect(answer.status).toBe(404);
  const { error } = errorSchema.parse(await answer.json());
  expect(error).toMatchObject({ code: 'AGENT_UNKNOWN', hint: 'There is: echo' });
  expect(error.words.zh).toMatch(/\p{Script=Han}/u);
});

test("another user's session is as good as none", async () => {
  const { ask } = await startFake();
  const { session_id } = (await (await ask('/sessions', { body: { agent: 'echo' } })).json()) as {
    session_id: string;
  };
  const other = { headers: { 'x-hermes-user': encodeURIComponent('李雷') } };
  expect((await ask(`/sessions/${session_id}`, other)).status).toBe(404);
  expect((await ask(`/sessions/${session_id}/events`, other)).status).toBe(404);
});
