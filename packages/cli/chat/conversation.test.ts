import { HermesError } from '@hermes-agent/core';
import { createFakeClock, createSequentialIds } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createScriptedClient, words } from '../testing/scripted-client.ts';
import { openConversation } from './conversation.ts';
import type { ChatOutput } from './output.ts';

async function open(answer: Parameters<typeof createScriptedClient>[0]) {
  const shown: string[] = [];
  const output: ChatOutput = {
    greeting: (replies) => shown.push(...replies.map(({ text }) => `greeting ${text}`)),
    said() {},
    turn: ({ replies }) => shown.push(`turn ${replies.map(({ text }) => text).join(' ')}`),
    push: ({ text }) => shown.push(`push ${text}`),
    error() {},
  };
  const client = createScriptedClient(answer);
  const clock = createFakeClock();
  const conversation = await openConversation({
    client,
    output,
    clock,
    ids: createSequentialIds(),
    agent: 'a',
    locale: undefined,
    referenceMs: undefined,
  });
  return { client, clock, conversation, shown };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('words of a turn are shown once, with the turn, whichever way they come first', async () => {
  const { client, conversation, shown } = await open(async () => {
    client.emit(words(2, 'answer'), false);
    await settled();
    return { replies: [words(2, 'answer')] };
  });
  await conversation.say('x', true);
  await settled();
  expect(shown).toEqual(['greeting greeting', 'turn answer']);
  await conversation.close();
});

test('late words are shown as they come, but never inside a turn', async () => {
  const { client, conversation, shown } = await open(async () => {
    client.emit(words(2, 'late'));
    await settled();
    return { replies: [words(3, 'answer')] };
  });
  await conversation.say('x', false);
  client.emit(words(4, 'later'));
  await settled();
  expect(shown.slice(1)).toEqual(['turn answer', 'push late', 'push later']);
  await conversation.close();
});

test('a turn that waits ends with the outcome of its request', async () => {
  const { client, clock, conversation, shown } = await open(async () => ({
    replies: [words(2, 'working')],
    requestIds: ['r'],
    displayTimeoutMs: 60_000,
  }));
  client.status = 'running';
  let done = false;
  const saying = conversation.say('x', true).then(() => {
    done = true;
  });
  await clock.advance(5_000);
  expect(done).toBe(false);
  client.emit(words(3, 'sent'));
  client.status = 'succeeded';
  await clock.advance(1_000);
  await saying;
  expect(shown.slice(1)).toEqual(['turn working', 'push sent']);
  await conversation.close();
});

test('a turn that waits gives up at its display time-out', async () => {
  const { client, clock, conversation } = await open(async () => ({
    requestIds: ['r'],
    displayTimeoutMs: 7_000,
  }));
  client.status = 'pending';
  const saying = conversation.say('x', true);
  await clock.advance(8_000);
  await saying;
  await conversation.close();
});

test('events that can no longer be read break the conversation', async () => {
  const { client, conversation } = await open(async () => ({}));
  client.break(new HermesError('SERVICE_UNAVAILABLE', 'gone', { layer: 'server' }));
  await expect(conversation.broken).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await conversation.close();
});
