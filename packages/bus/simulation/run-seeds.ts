import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface BrokenSeed {
  readonly seed: number;
  readonly broken: readonly string[];
}

export interface SeedsRun {
  readonly from: number;
  readonly seeds: number;
  readonly threads: number;
  /** By seed, the smallest first. */
  readonly broken: readonly BrokenSeed[];
  readonly wallMs: number;
  /** Over all threads: what it costs, however busy the machine. */
  readonly cpuMs: number;
}

/** Plays `seeds` histories from the seed `from` on, on every core. */
export async function runSeeds(
  from: number,
  seeds: number,
  threads = Math.max(1, Math.min(availableParallelism(), seeds)),
): Promise<SeedsRun> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const broken: BrokenSeed[] = [];
  const play = async (offset: number): Promise<void> => {
    const thread = new Worker(new URL('seeds-thread.ts', import.meta.url), {
      workerData: { from: from + offset, to: from + seeds, stride: threads },
    });
    let finished = false;
    thread.on('message', (news: BrokenSeed | null) => {
      if (news === null) finished = true;
      else broken.push(news);
    });
    await once(thread, 'exit');
    if (!finished) throw new Error('A thread of the simulation ended before its seeds did');
  };
  await Promise.all(Array.from({ length: threads }, (_, offset) => play(offset)));
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    from,
    seeds,
    threads,
    broken: broken.sort((left, right) => left.seed - right.seed),
    wallMs: Math.round(performance.now() - startedAt),
    cpuMs: Math.round((user + system) / 1_000),
  };
}
