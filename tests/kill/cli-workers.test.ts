import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { provesCommand, verifies } from '@hermes-agent/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hermes, hermesThatStays } from '../../packages/cli/testing/hermes-process.ts';
import { type House, OPERATOR, openHouse, type Talk } from '../e2e/house.ts';
import { type Bank, startBank } from '../fixtures/cross-border-payment/bank.ts';

const AGENT = 'cross-border-payment';
const AGENTS = fileURLToPath(new URL(`../fixtures/${AGENT}`, import.meta.url));
const PAYMENTS = 6;
const KILLS = 3;
const SETTLED_MS = 60_000;

type Worker = Awaited<ReturnType<typeof hermesThatStays>>['child'];

let bank: Bank;
let house: House;
let workers: Worker[];
beforeEach(async () => {
  bank = await startBank();
  process.env.BANK_URL = bank.url;
  workers = [];
  house = await openHouse({
    agentFolders: [AGENTS],
    demos: false,
    worker: false,
    environment: { BANK_URL: bank.url },
  });
});
afterEach(async () => {
  delete process.env.BANK_URL;
  await Promise.all(workers.map((worker) => end(worker, 'SIGKILL')));
  await house.stop();
  await bank.stop();
});

async function startWorker(): Promise<Worker> {
  const { child } = await hermesThatStays(house.dataDir, ['worker', AGENT, '--agents', AGENTS], 'Ctrl-C');
  workers.push(child);
  return child;
}

async function end(worker: Worker, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (worker.exitCode !== null || worker.signalCode !== null) return worker.exitCode;
  const exited = once(worker, 'exit');
  worker.kill(signal);
  return (await exited)[0];
}

async function pay(talk: Talk): Promise<string> {
  await talk.say('汇款 500 美元到 IBAN-00001111');
  const confirmation = {
    sessionId: talk.sessionId,
    identity: OPERATOR,
    turnId: 'yes',
    text: '是',
    waitMs: 0,
  };
  return (await house.hermes.turn(confirmation)).requestIds[0]!;
}

async function settled(requestId: string): Promise<string> {
  for (const giveUpAt = performance.now() + SETTLED_MS; ; await pause(100)) {
    const trace = await house.hermes.trace(requestId, OPERATOR);
    const open = trace === null || ['running', 'pending'].includes(trace.status);
    if (!open || performance.now() > giveUpAt) return trace?.status ?? 'lost';
  }
}

test('three workers of the command line on one store, each killed: no payment lost, none made twice', async () => {
  verifies('M10');
  bank.takesMs = 400;
  await Promise.all([startWorker(), startWorker(), startWorker()]);
  const talks = await Promise.all(Array.from({ length: PAYMENTS }, () => house.talkTo(AGENT)));
  const requests = await Promise.all(talks.map(pay));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(300);
    await end(workers[kill]!, 'SIGKILL');
    if (kill > 0) await startWorker();
  }
  const statuses = await Promise.all(requests.map(settled));
  for (const [index, requestId] of requests.entries()) {
    const times = (key: string, done: readonly string[]) => done.filter((each) => each === key).length;
    const paid = times(`D-${requestId}/1`, bank.done.settlements);
    const refunded = times(`${requestId}/1/comp`, bank.done.refunds);
    expect([statuses[index], paid, refunded], requestId).toBeOneOf([
      ['succeeded', 1, 0],
      ['failed', 0, 1],
    ]);
  }
}, 180_000);

test('a request cancelled from the command line: the user hears that it was stopped and what was given back', async () => {
  verifies('M9');
  provesCommand('npx hermes cancel REQUEST_ID');
  bank.mode = 'loses-silently';
  await startWorker();
  const talk = await house.talkTo(AGENT);
  const requestId = await pay(talk);
  while (bank.done.debits.length === 0) await pause(20);
  const cancelled = await hermes(house.dataDir, ['cancel', requestId, '--json', '--agents', AGENTS]);
  expect(cancelled).toMatchObject({ status: 0, lines: [{ requestId }] });
  expect(await settled(requestId)).toBe('cancelled');
  expect(bank.done).toMatchObject({ settlements: [], refunds: [`${requestId}/1/comp`] });
  const heard = async () => (await house.hermes.session(talk.sessionId, OPERATOR)).transcript.at(-1)?.text;
  while ((await heard())?.startsWith('汇款已停止；已扣的款项已退回') !== true) await pause(50);
}, 60_000);

test('B16 SIGTERM hands the step back that is under way: it ends elsewhere, as the same attempt', async () => {
  verifies('M10');
  bank.takesMs = 60_000;
  const first = await startWorker();
  const requestId = await pay(await house.talkTo(AGENT));
  const acknowledged = async () =>
    (await house.hermes.trace(requestId, OPERATOR))!.messages.filter(({ type }) => type === 'EXECUTE_ACK');
  while ((await acknowledged()).length === 0) await pause(50);
  await pause(300);
  expect(await end(first, 'SIGTERM')).toBe(0);
  bank.takesMs = 0;
  await startWorker();
  expect(await settled(requestId)).toBe('succeeded');
  const debits = (await acknowledged()).filter((message) => message.request_id === `${requestId}/1`);
  expect(debits.map(({ attempt }) => attempt)).toEqual([1, 1]);
  expect(bank.done).toMatchObject({
    debits: [`${requestId}/1`],
    settlements: [`D-${requestId}/1`],
    refunds: [],
  });
}, 120_000);
