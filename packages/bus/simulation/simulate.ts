import { createSeededRandom } from '@hermes-agent/testkit';
import { stepId } from '../execution/call.ts';
import type { Execution } from '../execution/state.ts';
import type { Transition } from '../execution/transition.ts';
import type { Claim } from '../journal/port.ts';
import type { MovingJournal } from './memory-journal.ts';
import { randomOrder } from './plan.ts';
import { createWorld, type World } from './world.ts';

/** Where a history is played: a journal, and a time that the simulation moves. */
export interface Stage {
  readonly journal: MovingJournal;
  advance(milliseconds: number): Promise<void>;
  /** Sets the wall clock to another time. */
  jump(milliseconds: number): void;
  close(): Promise<void>;
}
export type OpenStage = (
  onCommitted: (transition: Pick<Transition, 'execution' | 'effects'>) => void,
) => Promise<Stage>;

const ORDERS = 3;
const LEASE_MS = 3_000;
/** More than any history needs; one that goes on has come to no rest. */
const TURNS_LIMIT = 5_000;
const ENDS: readonly string[] = ['succeeded', 'failed', 'cancelled'];

/**
 * Plays one history that `seed` decides: workers that crash, stall, answer late or twice, cancellations, a clock
 * that is set. The same seed always plays the same. Resolves to what was broken, with the history.
 */
export async function simulate(
  seed: number,
  open: OpenStage,
): Promise<{ broken: string[]; history: string[] }> {
  const random = createSeededRandom(seed);
  const chance = (probability: number): boolean => random() < probability;
  const world = createWorld(random);
  const history: string[] = [];
  const ends = new Map<string, number>();
  const matters = new Set<string>();
  const stage = await open(({ execution, effects }) => {
    for (const [index, { matter }] of execution.steps.entries()) {
      if (matter !== undefined) matters.add(stepId(execution, index));
    }
    for (const effect of effects) {
      if (effect.type !== 'conclusion') continue;
      history.push(`${execution.order.requestId} is ${effect.status} (${effect.code})`);
      if (ENDS.includes(effect.status))
        ends.set(execution.order.requestId, (ends.get(execution.order.requestId) ?? 0) + 1);
    }
  });
  const { journal } = stage;

  let elapsedMs = 0;
  const agenda: { readonly at: number; readonly what: string; run(): Promise<unknown> | unknown }[] = [];
  const plan = (delayMs: number, what: string, run: () => Promise<unknown> | unknown): void => {
    agenda.push({ at: elapsedMs + delayMs, what, run });
  };

  const attempt = (claim: Claim): void => {
    const { call, fence, execution } = claim;
    const { effectAfterMs, answerAfterMs, effect, answer } = world.begin(claim);
    // A crash of the worker may come before the call went out, or after.
    const crashes = chance(0.1);
    const sent = !crashes || chance(0.5);
    if (sent && effectAfterMs !== null) plan(effectAfterMs, `${call.id} takes effect`, effect);
    if (crashes || answerAfterMs === null) return;
    const renew = (): void => {
      if (elapsedMs + LEASE_MS / 3 < startedAt + answerAfterMs && !stalls) {
        plan(LEASE_MS / 3, `${call.id} is renewed`, async () => {
          await journal.apply(execution.order.requestId, { type: 'renewed', fence, leaseMs: LEASE_MS });
          renew();
        });
      }
    };
    const startedAt = elapsedMs;
    const stalls = chance(0.1);
    renew();
    const handsBack = chance(0.04);
    const outcome = answer;
    const tell = async (): Promise<void> => {
      const event = handsBack
        ? ({ type: 'handed_back', fence, effect: 'maybe' } as const)
        : ({ type: 'reported', call, fence, outcome: outcome() } as const);
      const applied = await journal.apply(execution.order.requestId, event);
      history.push(`${call.id}#${fence} ${event.type}: ${applied?.verdict}`);
    };
    plan(answerAfterMs, `${call.id} answers`, tell);
    if (chance(0.1)) plan(answerAfterMs + random() * 5_000, `${call.id} answers again`, tell);
  };

  for (let index = 0; index < ORDERS; index += 1) {
    const one = randomOrder(random, `${seed}-${index}`);
    plan(random() * 2_000, `${one.requestId} is submitted`, () => journal.submit(one));
    if (chance(0.2)) plan(random() * 4_000, `${one.requestId} is submitted again`, () => journal.submit(one));
    if (chance(0.15))
      plan(random() * 20_000, `${one.requestId} is cancelled`, () => journal.cancel(one.requestId, 'r'));
  }
  if (chance(0.3))
    plan(random() * 20_000, 'the clock is set', () => stage.jump((random() - 0.5) * 7_200_000));

  const ids = Array.from({ length: ORDERS }, (_, index) => `${seed}-${index}`);
  const executions = async (): Promise<Execution[]> =>
    (await Promise.all(ids.map((id) => journal.get(id)))).filter((execution) => execution !== null);

  /** Until nothing is left to happen. */
  const play = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS_LIMIT; turn += 1) {
      for (const claim of await journal.claim({ worker: 'w', routes: ROUTES, limit: 2, leaseMs: LEASE_MS }))
        attempt(claim);
      const dueInMs = await journal.dueInMs();
      const next = agenda.sort((left, right) => left.at - right.at)[0];
      if (next === undefined && dueInMs === null) return;
      const waitMs = Math.min(
        dueInMs ?? Number.POSITIVE_INFINITY,
        (next?.at ?? Number.POSITIVE_INFINITY) - elapsedMs,
      );
      await stage.advance(waitMs);
      elapsedMs += waitMs;
      if (next !== undefined && next.at <= elapsedMs) {
        agenda.shift();
        history.push(`${Math.round(elapsedMs)} ms: ${next.what}`);
        await next.run();
      }
      if (dueInMs !== null && dueInMs <= waitMs) await journal.sweep(10);
    }
  };

  await play();
  const broken = [...whileOpen(await executions())];
  // A person looks at all that is left, finds out the truth, and everything has to come to its end.
  for (let round = 0; round < 10; round += 1) {
    for (const execution of await executions()) await settleAll(journal, execution, world);
    await play();
  }
  broken.push(...atTheEnd(await executions(), world, ends, matters));
  await stage.close();
  return { broken, history };
}

/** Every route that `randomOrder` can ask for. */
const ROUTES = [0, 1, 2, 3].flatMap((index) =>
  ['', 'check_', 'undo_'].map((prefix) => `${prefix}step_${index}@1.0.0#h1`),
);

async function settleAll(journal: MovingJournal, { order, steps }: Execution, world: World): Promise<void> {
  for (const [step, { matter }] of steps.entries()) {
    if (matter === undefined) continue;
    const happened = world.taken.has(`${order.requestId}/${step + 1}`);
    const type = matter.reason !== 'OUTCOME_UNKNOWN' || happened ? 'done' : 'not_done';
    await journal.apply(order.requestId, { type: 'settled', step, resolution: { type } });
  }
}

function* whileOpen(executions: readonly Execution[]): Generator<string> {
  for (const { order, phase } of executions) {
    if (phase.name !== 'ended' && phase.name !== 'attention')
      yield `${order.requestId} is stuck in ${phase.name}`;
  }
}

function* atTheEnd(
  executions: readonly Execution[],
  { taken, undone }: World,
  ends: ReadonlyMap<string, number>,
  matters: ReadonlySet<string>,
): Generator<string> {
  for (const [key, times] of taken) if (times > 1) yield `${key} took effect ${times} times`;
  for (const execution of executions) {
    const { order, phase } = execution;
    if (order.steps.length === 0) continue;
    if (phase.name !== 'ended') yield `${order.requestId} never ends: ${phase.name}`;
    if (ends.get(order.requestId) !== 1)
      yield `${order.requestId} ended ${ends.get(order.requestId) ?? 0} times`;
    if (phase.name !== 'ended') continue;
    for (const [index, planned] of order.steps.entries()) {
      const key = stepId(execution, index);
      const happened = taken.has(key);
      if (phase.status === 'succeeded' && planned.effects !== 'read' && !happened)
        yield `${key} succeeded without effect`;
      if (phase.status !== 'succeeded' && happened && !undone.has(key) && !matters.has(key)) {
        yield `${key} took effect, the request is ${phase.status}, and nobody undid it or was told`;
      }
    }
  }
}
