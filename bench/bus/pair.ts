import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Contestant } from './contestant.ts';
import { cpuBelow } from './cpu.ts';
import type { Answered, Load } from './load.ts';
import { openPlace } from './place.ts';
import type { Order } from './side.ts';

const SIDE = join(import.meta.dirname, 'side.ts');
const START_MS = 60_000;
const STOP_MS = 10_000;

export interface Measurement extends Answered {
  /** Processor time of requester, worker and server over the measured window; null where it cannot be read. */
  readonly cpuMs: number | null;
}

/** A requester and a worker, each a process, on a server of their own. */
export interface Pair {
  /** Applies the load twice: shortly, to warm up, then for the record. */
  measure(load: Load, warmUpMs: number): Promise<Measurement>;
  schedule(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Null where the server is not installed and cannot be. */
export async function startPair(contestant: Contestant, concurrency: number): Promise<Pair | null> {
  const place = await openPlace(contestant.place);
  if (place === null) return null;
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(endChild));
    await place.stop();
  };
  const start = async (role: 'worker' | 'requester'): Promise<ChildProcess> => {
    const child = fork(SIDE, [role, contestant.name, place.url, String(concurrency)]);
    children.push(child);
    await hear(child, START_MS);
    return child;
  };
  try {
    await start('worker');
    const requester = await start('requester');
    const ask = async <T>(order: Order, withinMs: number): Promise<T> => {
      requester.send(order);
      const word = (await hear(requester, withinMs)) as { value?: T; error?: string };
      if (word.error !== undefined) throw new Error(word.error);
      return word.value as T;
    };
    const apply = (load: Load): Promise<Answered> => ask({ type: 'load', load }, load.forMs + START_MS);
    return {
      async measure(load, warmUpMs) {
        await apply({ ...load, forMs: warmUpMs });
        const before = cpuBelow(process.pid);
        const answered = await apply(load);
        const after = cpuBelow(process.pid);
        return { ...answered, cpuMs: before === null || after === null ? null : after - before };
      },
      schedule: (count) => ask({ type: 'schedule', count }, START_MS + count * 5),
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** The child's next word. */
async function hear(child: ChildProcess, withinMs: number): Promise<unknown> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(withinMs)]);
  const ended = once(child, 'exit', { signal }).then(([status]) => {
    throw new Error(`The other side ended with ${status}`);
  });
  try {
    const [word] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown];
    return word;
  } finally {
    over.abort();
    await ended.catch(() => {});
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.send({ type: 'stop' } satisfies Order);
  const hurry = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(hurry);
}
