import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifies } from '@hermes-agent/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, keysOf, OPERATOR, openHouse } from './house.ts';

const AGENT = fileURLToPath(new URL('../../agents/after-sales', import.meta.url));

/** An order centre with two interfaces; the second can be broken. */
let secondIsBroken = false;
const asked = { first: 0, second: 0 };
const centre = createServer(({ url = '' }, response) => {
  const second = url.startsWith('/v2/');
  asked[second ? 'second' : 'first'] += 1;
  if (second && secondIsBroken) {
    response.writeHead(500).end('broken');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      order_id: 'ORD-12345678',
      status: 'delivered',
      status_text: '已签收',
      headline: '您的订单已签收。',
      placed_at: '2026-01-05T08:00:00Z',
      items: [],
      items_text: '衬衫 × 1',
      total_cents: 19900,
      currency: 'CNY',
      returnable: true,
      return_refusal: null,
    }),
  );
});

let folder: string;
let house: House;
beforeAll(async () => {
  await new Promise<void>((resolve) => centre.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'hermes-canary-'));
  const agent = join(folder, 'after-sales');
  await cp(AGENT, agent, { recursive: true });
  const contract = await readFile(join(agent, 'contracts/get_order.yaml'), 'utf8');
  await writeFile(
    join(agent, 'contracts/get_order-next.yaml'),
    contract.replace('version: 1.0.0', 'version: 1.1.0').replace('path: /orders/', 'path: /v2/orders/'),
  );
  house = await openHouse({
    agentFolders: [agent],
    demos: false,
    environment: {
      ORDER_CENTRE_URL: `http://127.0.0.1:${(centre.address() as AddressInfo).port}`,
      ORDER_CENTRE_TOKEN: 'token',
    },
    bus: { canaryMinimum: { stable: 15, candidate: 8, stage: 30 } },
  });
});
afterAll(async () => {
  await house.stop();
  await rm(folder, { recursive: true });
  centre.close();
});

/** Ten users ask for their order at once: which arm each was in, and what each was told. */
const tenUsersAsk = () =>
  Promise.all(
    Array.from({ length: 10 }, async () => {
      const talk = await house.talkTo('after-sales');
      const answer = await talk.say('查一下订单 ORD-12345678');
      const trace = await house.hermes.trace(answer.requestIds[0]!, OPERATOR);
      const attempt = trace!.spans.find(({ name }) => name === 'execute get_order');
      return { arm: attempt?.attributes.canary, told: keysOf(answer).at(-1) };
    }),
  );
const canary = async () => (await house.hermes.canary.list())[0]!;

test('a new version that starts to fail is taken back by itself, and users of the old one see nothing', async () => {
  verifies('M7');
  await house.hermes.canary.start({ agent: 'after-sales', tool: 'get_order', weight: 5_000, by: 'anna' });
  expect(await canary()).toMatchObject({ stable: { version: '1.0.0' }, candidate: { version: '1.1.0' } });
  const healthy = [...(await tenUsersAsk()), ...(await tenUsersAsk())];
  expect(new Set(healthy.map(({ told }) => told))).toEqual(new Set(['order_found']));
  expect(new Set(healthy.map(({ arm }) => arm))).toEqual(new Set(['stable', 'candidate']));

  secondIsBroken = true;
  const answers: Awaited<ReturnType<typeof tenUsersAsk>> = [];
  for (let round = 0; round < 20 && (await canary()).phase === 'running'; round += 1) {
    answers.push(...(await tenUsersAsk()));
  }
  expect(await canary()).toMatchObject({ phase: 'rolled_back', weight: 0, by: 'bus' });
  const ofStable = answers.filter(({ arm }) => arm === 'stable');
  expect(ofStable.length).toBeGreaterThan(0);
  expect(new Set(ofStable.map(({ told }) => told))).toEqual(new Set(['order_found']));
  expect(await house.hermes.metrics()).toContain('hermes_alerts_total{code="CANARY_ROLLED_BACK"');

  const before = { ...asked };
  const after = await tenUsersAsk();
  expect(new Set(after.map(({ told }) => told))).toEqual(new Set(['order_found']));
  expect(asked.second).toBe(before.second);
  expect(asked.first).toBe(before.first + 10);
});
