import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HermesOptions } from '@hermes-agent/runtime';
import { verifies } from '@hermes-agent/testkit';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { OPERATOR, openHouse } from './house.ts';

const postgresUrl = inject('postgresUrl');

/** The after-sales agent, whose users are promised news of their parcel within 1.5 seconds. */
async function promisingAgent(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'hermes-promise-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'after-sales');
  await cp(fileURLToPath(new URL('../../agents/after-sales', import.meta.url)), folder, { recursive: true });
  const plan = join(folder, 'plans', 'logistics_query.yaml');
  const promise = 'promise: { within_ms: 1500, response: handed_over }\n';
  await writeFile(plan, (await readFile(plan, 'utf8')).replace('\nsteps:', `\n${promise}steps:`));
  return folder;
}

describe.each(postgresUrl === null ? ['sqlite'] : ['sqlite', 'postgres'])('a promise on %s', (dialect) => {
  const settings = async (): Promise<Partial<HermesOptions>> => {
    const agentFolders = [await promisingAgent()];
    if (dialect === 'sqlite') return { agentFolders, demos: false };
    const database = await freshDatabase(postgresUrl!);
    onTestFinished(() => database.drop());
    return { agentFolders, demos: false, storeUrl: database.url };
  };
  const said = async (house: Awaited<ReturnType<typeof openHouse>>, sessionId: string) =>
    (await house.hermes.events(sessionId, OPERATOR, 0)).flatMap((event) =>
      event.type === 'reply' ? event.reply.key : [],
    );

  test('that is not kept in time is handed to a person, once, also over a restart', async () => {
    verifies('M13');
    const options = await settings();
    // Nobody works: the request comes to nothing.
    let house = await openHouse({ ...options, worker: false });
    const { dataDir } = house;
    const { sessionId } = await house.hermes.openSession({ agent: 'after-sales', identity: OPERATOR });
    const turn = { sessionId, identity: OPERATOR, turnId: '1', text: 'ORD-87654321 到哪了' };
    const [requestId] = (await house.hermes.turn(turn)).requestIds;
    await house.stop(true);

    house = await openHouse({ ...options, dataDir, worker: false });
    await vi.waitFor(async () => expect(await said(house, sessionId)).toContain('handed_over'), 10_000);
    expect(await house.hermes.attention('local')).toMatchObject([{ requestId, reason: 'PROMISE_BROKEN' }]);
    await house.hermes.settleAttention({
      identity: OPERATOR,
      requestId: requestId!,
      step: '(promise)',
      resolution: 'done',
      note: 'called the user',
    });
    expect(await house.hermes.attention('local')).toEqual([]);
    await house.stop(true);

    // The late outcome still comes; the hand-over is not said again.
    house = await openHouse({ ...options, dataDir });
    await vi.waitFor(async () => expect(await said(house, sessionId)).toContain('service_down'), 15_000);
    expect((await said(house, sessionId)).filter((key) => key === 'handed_over')).toHaveLength(1);
    await house.stop();
  });

  test('that is kept by a push is nobody’s any more', async () => {
    verifies('M13');
    const house = await openHouse(await settings());
    const talk = await house.talkTo('after-sales');
    await talk.say('ORD-87654321 到哪了');
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(await said(house, talk.sessionId)).not.toContain('handed_over');
    expect(await house.hermes.attention('local')).toEqual([]);
    await house.stop();
  });
});
