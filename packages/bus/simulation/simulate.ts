import type { Clock } from '@hermes-agent/core';
import { createSeededRandom } from '@hermes-agent/testkit';
import type { Execution } from '../execution/state.ts';
import type { Transition } from '../execution/transition.ts';
import type { Order } from '../order/order.ts';
import { createFaultyHints } from './faulty-hints.ts';
import { createFaultyLink } from './faulty-link.ts';
import { brokenInvariants, createTold } from './invariants.ts';
import type { MovingJournal } from './memory-journal.ts';
import { startProcess } from './process.ts';
import { randomOrder } from './random-order.ts';
import { createVirtualTime } from './virtual-time.ts';
import { startWorkerProcess } from './worker-process.ts';
import { createWorld, type World } from './world.ts';

/** Where a history is played. */
export interface Stage {
  readonly journal: MovingJournal;
  /** Resolves when the store has nothing under way. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
export type OpenStage = (
  clock: Clock,
  onCommitted: (transition: Pick<Transition, 'execution' | 'effects'>) => void,
) => Promise<Stage>;

export interface Played {
  /** The invariants that did not hold. */
  readonly broken: readonly string[];
  readonly history: readonly string[];
}

const ORDERS = 3;
const WORKERS = 2;
/** Crashes, stops and suspensions come early, so that there is an end to come to. */
const TROUBLE_MS = 40_000;
const AFTERMATH_MS = 6_000;
/** More than any history needs: one that goes on is stuck. */
const LIMIT_MS = 1_800_000;
const LIMIT_TIMERS = 20_000;
const ROUNDS = 10;
const HOUR_MS = 3_600_000;

/**
 * Plays one history that `seed` decides: real workers and real timers over a journal, in processes that crash, stop
 * and are suspended, with hints that are lost, doubled and late, a store that is slow or loses questions and answers,
 * tools that stall, cancellations, repetitions, a clock that is set. The same seed always plays the same.
 */
export async function simulate(seed: number, open: OpenStage): Promise<Played> {
  const random = createSeededRandom(seed);
  const chance = (probability: number): boolean => random() < probability;
  const time = createVirtualTime();
  const history: string[] = [];
  const note = (what: string): void => {
    history.push(`${(time.monotonic() / 1_000).toFixed(3).padStart(9)} s  ${what}`);
  };
  const world = createWorld(random, time, note);
  const hints = createFaultyHints(random, time);
  const askAs = createFaultyLink(random, time);
  const told = createTold();
  const { journal, settle, close } = await open(time, (transition) => {
    told.hear(transition);
    const { execution, effects } = transition;
    const id = execution.order.requestId;
    if (execution.phase.name === 'ready') hints.publish('agent_requests', [id]);
    for (const effect of effects) {
      if (effect.type === 'abort') hints.publish('agent_aborts', [effect.callId]);
      if (effect.type === 'conclusion') note(`${id} is ${effect.status} (${effect.code ?? 'OK'})`);
    }
  });
  const surroundings = {
    journal,
    hints,
    askAs,
    random,
    note,
    executor: { holds: () => true, execute: world.call },
  };

  /** One place for a worker, whose processes follow one another. */
  const keepWorker = (name: string): void => {
    const process = startProcess(time);
    const stop = startWorkerProcess(name, process, surroundings);
    if (time.monotonic() > TROUBLE_MS) return;
    const again = (): void => time.expect(random() * 5_000, () => keepWorker(name));
    time.expect(random() * TROUBLE_MS, () => {
      if (chance(0.3)) {
        note(`${name} is suspended`);
        process.suspend(random() * 60_000);
        return;
      }
      if (chance(0.3)) {
        note(`${name} is told to stop`);
        void stop().then(() => {
          process.kill();
          again();
        });
        return;
      }
      note(`${name} is killed`);
      process.kill();
      again();
    });
  };

  const client = askAs(startProcess(time));
  /** A client repeats what it got no answer to. */
  const insist = (what: string, question: () => Promise<unknown>): void => {
    note(what);
    void client(question).catch(() => time.expect(500, () => insist(`${what} again`, question)));
  };
  const orders: Order[] = Array.from({ length: ORDERS }, (_, index) =>
    randomOrder(random, `${seed}-${index}`),
  );
  for (const order of orders) {
    const { requestId: id } = order;
    world.know(order);
    const submit = (): void => insist(`${id} is submitted`, () => journal.submit(order));
    time.expect(random() * 2_000, submit);
    if (chance(0.2)) time.expect(random() * 4_000, submit);
    if (chance(0.15)) {
      time.expect(random() * 20_000, () => insist(`${id} is cancelled`, () => journal.cancel(id, 'r')));
    }
  }
  if (chance(0.3)) {
    const jumpMs = (random() - 0.5) * HOUR_MS * (chance(0.3) ? 0.0005 : 2);
    time.expect(random() * 20_000, () => {
      note(`the clock is set by ${Math.round(jumpMs)} ms`);
      time.setWall(time.now() + jumpMs);
    });
  }
  for (let index = 1; index <= WORKERS; index += 1) keepWorker(`w${index}`);

  const executions = async (): Promise<Execution[]> =>
    (await Promise.all(orders.map(({ requestId }) => journal.get(requestId)))).filter(
      (execution) => execution !== null,
    );
  const atRest = async (): Promise<boolean> =>
    (await executions()).every(({ phase }) => phase.name === 'ended' || phase.name === 'attention');
  let timers = 0;
  const next = async (): Promise<void> => {
    timers += 1;
    time.runNext();
    await settle();
  };
  /** Until nothing is left to happen, and has not been for a while. False when it never comes to rest. */
  const play = async (): Promise<boolean> => {
    for (let restingSince = time.monotonic(); time.monotonic() < restingSince + AFTERMATH_MS; ) {
      if (time.monotonic() > LIMIT_MS || timers > LIMIT_TIMERS) return false;
      await next();
      if (time.expected() > 0 || !(await atRest())) restingSince = time.monotonic();
    }
    return true;
  };

  try {
    await settle();
    // A person looks at all that is left, finds out the truth, and everything has to come to its end.
    for (let round = 0; round < ROUNDS; round += 1) {
      if (!(await play())) break;
      const left = (await executions()).filter(({ steps }) =>
        steps.some(({ matter }) => matter !== undefined),
      );
      if (left.length === 0) break;
      for (const execution of left) await settleMatters(journal, execution, world, note);
    }
    return { broken: [...brokenInvariants(await executions(), world, told)], history };
  } finally {
    await close();
  }
}

async function settleMatters(
  journal: MovingJournal,
  { order, steps }: Execution,
  world: World,
  note: (what: string) => void,
): Promise<void> {
  for (const [step, { matter }] of steps.entries()) {
    if (matter === undefined) continue;
    const id = `${order.requestId}/${step + 1}`;
    const type = matter.reason !== 'OUTCOME_UNKNOWN' || world.taken.has(id) ? 'done' : 'not_done';
    note(`a person settles ${id} (${matter.reason}): ${type}`);
    await journal.apply(order.requestId, { type: 'settled', step, resolution: { type } });
  }
}
