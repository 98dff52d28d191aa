import { HermesError } from '@hermes-agent/core';
import type { Program, SandboxInstance, SandboxProvider } from './port.ts';

export interface PoolOptions {
  readonly provider: SandboxProvider;
  /** Instances kept loaded for each program; each serves one call and is replaced. */
  readonly warmPerProgram: number;
  /** Instances kept loaded in all. */
  readonly mostWarm: number;
  /** Calls running at once; the rest queue. */
  readonly mostRunning: number;
}

export interface SandboxPool {
  readonly provider: SandboxProvider;
  /**
   * A fresh instance and the right to run it; `release` gives the right back. Loaded ones go first, else one is
   * started. Throws what `prepare` throws, or the signal's reason.
   */
  acquire(program: Program, signal: AbortSignal): Promise<{ instance: SandboxInstance; release(): void }>;
  /** Loads instances of these programs, one after the other, so that their first calls need not wait. */
  fill(programs: readonly Program[]): Promise<void>;
  /** Ends every loaded instance. Running calls are ended by their own signals. */
  close(): Promise<void>;
}

/** Keeps single-use instances loaded ahead of need. A call then pays for its work, not for starting a runtime. */
export function createPool({ provider, warmPerProgram, mostWarm, mostRunning }: PoolOptions): SandboxPool {
  const warm = new Map<string, SandboxInstance[]>();
  const queue: (() => void)[] = [];
  let running = 0;
  const closing = new AbortController();
  /** Fills are chained: starting runtimes must not take the machine from the calls that run. */
  let filling: Promise<void> = Promise.resolve();

  /** Instances on their way to the shelf; a call that finds the shelf empty takes the one that is coming. */
  const coming = new Map<string, Promise<SandboxInstance | null>>();

  const shelf = (program: Program): SandboxInstance[] => {
    const usable = (warm.get(program.id) ?? []).filter((instance) => instance.usable());
    warm.set(program.id, usable);
    return usable;
  };
  const warmCount = (): number => [...warm.values()].reduce((sum, instances) => sum + instances.length, 0);
  const keep = (program: Program, instance: SandboxInstance): void => {
    if (closing.signal.aborted || warmCount() >= mostWarm) void instance.dispose();
    else shelf(program).push(instance);
  };

  const refill = (program: Program): Promise<void> => {
    filling = filling.then(async () => {
      while (!closing.signal.aborted && shelf(program).length < warmPerProgram && warmCount() < mostWarm) {
        // A program that does not load says so to the call that needs it.
        const next = provider.prepare(program, closing.signal).catch(() => null);
        coming.set(program.id, next);
        const instance = await next;
        const wanted = coming.get(program.id) !== next;
        coming.delete(program.id);
        // The call that took it refills when it is over.
        if (instance === null || wanted) return;
        keep(program, instance);
      }
    });
    return filling;
  };

  const enter = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (running < mostRunning) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(proceed), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(proceed);
    });
  };
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  const fresh = async (program: Program): Promise<SandboxInstance> => {
    const next = coming.get(program.id);
    coming.delete(program.id);
    return (await next) ?? provider.prepare(program, closing.signal);
  };

  /** A fresh instance, or the signal's reason; one that then comes too late goes onto the shelf. */
  const start = (program: Program, signal: AbortSignal): Promise<SandboxInstance> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      fresh(program)
        .then((instance) => (signal.aborted ? keep(program, instance) : resolve(instance)), reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });

  return {
    provider,
    async acquire(program, signal) {
      if (closing.signal.aborted)
        throw new HermesError('SANDBOX_UNAVAILABLE', 'The tools have been shut down', { layer: 'tools' });
      await enter(signal);
      try {
        const instance = shelf(program).shift() ?? (await start(program, signal));
        // Replaced only afterwards: starting a runtime takes the machine from the call that runs.
        const finish = (): void => {
          release();
          void refill(program);
        };
        return { instance, release: finish };
      } catch (error) {
        release();
        throw error;
      }
    },
    async fill(programs) {
      await Promise.all(programs.map(refill));
    },
    async close() {
      closing.abort(new Error('the tools are being shut down'));
      await filling;
      const loaded = [...warm.values()].flat();
      warm.clear();
      await Promise.all(loaded.map((instance) => instance.dispose()));
    },
  };
}
