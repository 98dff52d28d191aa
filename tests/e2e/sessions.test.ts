import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, keysOf, OPERATOR, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

test('M02 another user sees no session of mine: not forbidden, not there', async () => {
  const { sessionId } = await house.talkTo('after-sales');
  const stranger = { ...OPERATOR, subject: 'stranger' };
  const refused = expect.objectContaining({ code: 'SESSION_NOT_FOUND' });
  await expect(house.hermes.session(sessionId, stranger)).rejects.toEqual(refused);
  await expect(house.hermes.events(sessionId, stranger, 0)).rejects.toEqual(refused);
  await expect(
    house.hermes.turn({ sessionId, identity: stranger, turnId: '1', text: '你好' }),
  ).rejects.toEqual(refused);
});

test('M13 a session belongs to its tenant and user', async () => {
  const { sessionId } = await house.talkTo('after-sales');
  const elsewhere = { ...OPERATOR, tenant: 'another' };
  await expect(house.hermes.session(sessionId, elsewhere)).rejects.toMatchObject({
    code: 'SESSION_NOT_FOUND',
  });
});

test('a turn id taken with another text is a conflict', async () => {
  const { sessionId } = await house.talkTo('after-sales');
  const turn = { sessionId, identity: OPERATOR, turnId: 'same' };
  await house.hermes.turn({ ...turn, text: '我要退货' });
  await expect(house.hermes.turn({ ...turn, text: '我要换货' })).rejects.toMatchObject({
    code: 'TURN_CONFLICT',
  });
});

test('turns of one session run one at a time, in order', async () => {
  verifies('M2');
  const { sessionId } = await house.talkTo('after-sales');
  const texts = ['我要退货', 'ORD-12345678', '算了', '我要换货', '算了'];
  const results = await Promise.all(
    texts.map((text, index) =>
      house.hermes.turn({ sessionId, identity: OPERATOR, turnId: `t${index}`, text }),
    ),
  );
  expect(results.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5]);
});

test('an unknown agent is refused with the names of those there are', async () => {
  await expect(house.hermes.openSession({ agent: 'aftersales', identity: OPERATOR })).rejects.toMatchObject({
    code: 'AGENT_UNKNOWN',
    details: { agents: ['after-sales', 'office-reports'] },
  });
});

test('what a session has to say can be read again from any point', async () => {
  const talk = await house.talkTo('after-sales');
  await talk.say('查一下 ORD-87654321 的物流');
  const all = await house.hermes.events(talk.sessionId, OPERATOR, 0);
  expect(all.map(({ id }) => id)).toEqual(all.map((_event, index) => index + 1));
  const later = await house.hermes.events(talk.sessionId, OPERATOR, 2);
  expect(later).toEqual(all.slice(2));
  const told = all.find((event) => event.type === 'reply' && event.reply.key === 'logistics_found');
  expect(told).toMatchObject({ push: true });
});

test('a closed session takes no turn', async () => {
  const talk = await house.talkTo('after-sales');
  await house.hermes.closeSession(talk.sessionId, OPERATOR);
  await expect(talk.say('你好')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('C26 a side question while a confirmation waits is answered, and one 是 still confirms', async () => {
  const talk = await house.talkTo('after-sales');
  await talk.say('退货 ORD-20000015 尺码不合适');
  const aside = await talk.say('顺便问一下你们几点下班');
  expect(aside.state).toBe('confirm_details');
  const done = await talk.say('是');
  expect(keysOf(done).at(-1)).toBe('return_created');
});

test('a user who asks for a person is not left alone: an operator is called', async () => {
  const talk = await house.talkTo('after-sales');
  await talk.say('我要退货');
  const said = await talk.say('转人工');
  expect(keysOf(said)).toContain('handing_over');
  const log = readFileSync(join(house.dataDir, 'hermes.log'), 'utf8');
  expect(log).toContain('"alert":"HANDED_OVER"');
  expect(log).toContain(talk.sessionId);
});
