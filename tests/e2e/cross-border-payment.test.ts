import { fileURLToPath } from 'node:url';
import { verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bank, startBank } from '../fixtures/cross-border-payment/bank.ts';
import { type House, keysOf, OPERATOR, openHouse, type Talk } from './house.ts';

const AGENT = 'cross-border-payment';
const SETTLED_MS = 20_000;

let bank: Bank;
let house: House;
beforeAll(async () => {
  bank = await startBank();
  house = await openHouse({
    agentFolders: [fileURLToPath(new URL(`../fixtures/${AGENT}`, import.meta.url))],
    demos: false,
    environment: { BANK_URL: bank.url },
  });
});
afterAll(async () => {
  await house?.stop();
  await bank?.stop();
});
beforeEach(() => {
  bank.mode = 'answers';
  for (const each of Object.values(bank.done)) each.length = 0;
});

/** Confirms a payment and comes back at once. Resolves to its request and what was said at that moment. */
async function pay(talk: Talk): Promise<{ requestId: string; said: string[] }> {
  const asked = await talk.say('汇款 500 美元到 IBAN-00001111');
  expect(keysOf(asked)).toEqual(['payment_confirm']);
  const { replies, requestIds } = await house.hermes.turn({
    sessionId: talk.sessionId,
    identity: OPERATOR,
    turnId: 'yes',
    text: '是',
    waitMs: 0,
  });
  return { requestId: requestIds[0]!, said: replies.map(({ text }) => text) };
}

/** Everything pushed to the session until it has been told `key`, oldest first. */
async function pushedUntil(talk: Talk, key: string): Promise<string[]> {
  for (const giveUpAt = performance.now() + SETTLED_MS; ; ) {
    const events = await house.hermes.events(talk.sessionId, OPERATOR, 0, 100);
    const pushed = events.flatMap((event) => (event.type === 'reply' && event.push ? [event.reply.key] : []));
    if (pushed.includes(key) || performance.now() > giveUpAt) return pushed;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const callsOf = async (requestId: string): Promise<string[]> =>
  (await house.hermes.trace(requestId, OPERATOR))!.messages
    .filter(({ type }) => type === 'EXECUTE_REQUEST')
    .map((message) => String(message.request_id).slice(requestId.length));

test('debit → currency settlement times out → query → refund: the user hears of it, the money is back', async () => {
  verifies('M3', 'M4');
  bank.mode = 'loses-silently';
  const talk = await house.talkTo(AGENT);
  const { requestId, said } = await pay(talk);
  expect(said).toEqual(['处理中，请稍候。']);
  expect(await pushedUntil(talk, 'payment_refunded')).toEqual(['payment_pending', 'payment_refunded']);
  expect(await callsOf(requestId)).toEqual(['/1', '/2', '/2/verify/1', '/2/verify/2', '/1/comp']);
  expect(bank.done).toEqual({
    debits: [`${requestId}/1`],
    settlements: [],
    refunds: [`${requestId}/1/comp`],
  });
});

test('the variant that turns out done: a success notice is pushed to the session, and nothing is refunded', async () => {
  verifies('M4');
  bank.mode = 'settles-silently';
  const talk = await house.talkTo(AGENT);
  const { requestId, said } = await pay(talk);
  expect(said).toEqual(['处理中，请稍候。']);
  expect(await pushedUntil(talk, 'payment_done')).toEqual(['payment_pending', 'payment_done']);
  expect(await callsOf(requestId)).toEqual(['/1', '/2', '/2/verify/1']);
  expect(bank.done).toEqual({
    debits: [`${requestId}/1`],
    settlements: [`D-${requestId}/1`],
    refunds: [],
  });
});

test('a payment cancelled while it settles: the user hears that it was stopped and what was given back', async () => {
  verifies('M4', 'M9');
  bank.mode = 'loses-silently';
  const talk = await house.talkTo(AGENT);
  const { requestId } = await pay(talk);
  while (bank.done.debits.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await house.hermes.cancel(requestId, OPERATOR);
  expect((await pushedUntil(talk, 'payment_cancelled')).at(-1)).toBe('payment_cancelled');
  expect(bank.done).toMatchObject({ settlements: [], refunds: [`${requestId}/1/comp`] });
});
