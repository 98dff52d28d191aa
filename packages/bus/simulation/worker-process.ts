import { type Logger, type Random, silentLogger } from '@hermes-agent/core';
import { createSequentialIds } from '@hermes-agent/testkit';
import { envelopeOf } from '../execution/call.ts';
import { eventOf, reportOf } from '../message/report.ts';
import { startAlarm } from '../timeout/alarm.ts';
import type { ToolExecutor } from '../worker/executor.ts';
import type { WorkSource } from '../worker/source.ts';
import { createWorker } from '../worker/worker.ts';
import type { FaultyHints } from './faulty-hints.ts';
import type { Ask } from './faulty-link.ts';
import type { MovingJournal } from './memory-journal.ts';
import type { Process } from './process.ts';

/** Few polls make a history quick to play, and leave lost hints time to do harm. */
const POLL_MS = 3_000;
const LEASE_MS = 3_000;

/** Everything that a worker process needs of the world around it. */
export interface Surroundings {
  readonly journal: MovingJournal;
  readonly hints: FaultyHints;
  readonly askAs: (process: Process) => Ask;
  readonly executor: ToolExecutor;
  readonly random: Random;
  readonly note: (what: string) => void;
}

/** Starts the real worker and the real alarm in a process of the simulation. Resolves to what SIGTERM does. */
export function startWorkerProcess(
  name: string,
  process: Process,
  { journal, hints, askAs, executor, note }: Surroundings,
): () => Promise<void> {
  const ask = askAs(process);
  const logger: Logger = silentLogger;
  const { clock } = process;
  const apply = (requestId: string, event: Parameters<MovingJournal['apply']>[1]) =>
    ask(() => journal.apply(requestId, event));
  const work: WorkSource = {
    routes: async () => ROUTES,
    claim: (request) => ask(() => journal.claim(request)),
    async renew({ execution, call, fence }, leaseMs) {
      const applied = await apply(execution.order.requestId, { type: 'renewed', fence, leaseMs });
      if (applied === null || applied.verdict !== 'applied') return 'lost';
      return applied.execution.cancelled !== null && call.kind === 'step' ? 'unwanted' : 'held';
    },
    async report({ execution, call, fence }, outcome) {
      const event = eventOf(reportOf(envelopeOf(execution, call, fence), outcome));
      const verdict = (await apply(execution.order.requestId, event))!.verdict;
      note(`${name} reports ${call.id}#${fence} ${outcome.ok ? 'OK' : outcome.code}: ${verdict}`);
      return verdict;
    },
    async handBack({ execution, call, fence }, effect) {
      note(`${name} hands ${call.id}#${fence} back`);
      await apply(execution.order.requestId, { type: 'handed_back', fence, effect });
    },
    onWork: async (onHint) => asyncStop(hints.subscribe(process, 'agent_requests', () => onHint())),
    onAbort: async (onHint) => asyncStop(hints.subscribe(process, 'agent_aborts', onHint)),
  };
  const worker = createWorker({
    bus: { work },
    executor: {
      holds: executor.holds,
      execute(call, signal) {
        note(`${name} runs ${call.requestId}, attempt ${call.attempt}`);
        return process.hear(executor.execute(call, signal));
      },
    },
    concurrency: 4,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
    clock,
    ids: createSequentialIds(name),
    logger,
  });
  const alarm = startAlarm(
    {
      sweep: (limit) => ask(() => journal.sweep(limit)),
      dueInMs: () => ask(() => journal.dueInMs()),
    },
    clock,
    POLL_MS,
    logger,
  );
  void worker.start();
  return async () => {
    await worker.drain(1_000);
    await alarm.stop();
  };
}

const asyncStop = (stop: () => void) => async (): Promise<void> => stop();

/** Every route that `randomOrder` can ask for. */
const ROUTES = [0, 1, 2, 3].flatMap((index) =>
  ['', 'check_', 'undo_'].map((prefix) => `${prefix}step_${index}@1.0.0#h1`),
);
