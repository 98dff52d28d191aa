import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPool, type PoolOptions } from './pool.ts';
import type { Program, SandboxInstance, SandboxProvider } from './port.ts';

const program = (id: string): Program => ({
  id,
  bundle: '',
  readable: [],
  limits: { timeoutMs: 1, memoryBytes: 1, cpuMillis: 1, outputBytes: 1 },
});
const [first, second] = [program('first'), program('second')];
const never = (): AbortSignal => new AbortController().signal;

/** Counts what is started and what is ended; every instance takes `startMs` to start. */
function countingProvider(startMs = 0) {
  const started: string[] = [];
  let disposed = 0;
  const provider: SandboxProvider = {
    id: 'counting',
    probe: () => Promise.reject(new Error('not here')),
    async prepare({ id }) {
      started.push(id);
      await delay(startMs);
      let waiting = true;
      const instance: SandboxInstance = {
        usable: () => waiting,
        run: () => Promise.reject(new Error('not here')),
        dispose: () => {
          waiting = false;
          disposed += 1;
          return Promise.resolve();
        },
      };
      return instance;
    },
  };
  return { provider, started, disposed: () => disposed };
}

const pool = (provider: SandboxProvider, sizes: Partial<PoolOptions> = {}) =>
  createPool({ provider, warmPerProgram: 1, mostWarm: 4, mostRunning: 2, ...sizes });

describe('the warm pool', () => {
  test('starts nothing before it is asked, then keeps one loaded for each program', async () => {
    const { provider, started } = countingProvider();
    const warm = pool(provider);
    expect(started).toEqual([]);
    await warm.fill([first, second]);
    expect(started).toEqual(['first', 'second']);
    await warm.fill([first, second]);
    expect(started).toHaveLength(2);
  });

  test('gives a loaded instance once and replaces it when the call is over', async () => {
    const { provider, started } = countingProvider();
    const warm = pool(provider);
    await warm.fill([first]);
    const { instance, release } = await warm.acquire(first, never());
    expect(started).toHaveLength(1);
    release();
    await warm.fill([first]);
    const again = await warm.acquire(first, never());
    expect(again.instance).not.toBe(instance);
    expect(started).toHaveLength(2);
  });

  test('a call that finds the shelf empty takes the instance that is coming', async () => {
    const { provider, started } = countingProvider(30);
    const warm = pool(provider, { warmPerProgram: 1 });
    const filled = warm.fill([first]);
    await delay(5);
    await warm.acquire(first, never());
    await filled;
    expect(started).toHaveLength(1);
  });

  test('never keeps more loaded than it may in all', async () => {
    const { provider, started } = countingProvider();
    const warm = pool(provider, { mostWarm: 2 });
    await warm.fill([first, second, program('third'), program('fourth')]);
    expect(started).toHaveLength(2);
  });

  test('queues calls beyond those that may run, in their order, and lets one leave the queue', async () => {
    const { provider } = countingProvider();
    const busy = pool(provider, { mostRunning: 1 });
    const order: string[] = [];
    const running = await busy.acquire(first, never());
    const controller = new AbortController();
    const gaveUp = busy.acquire(first, controller.signal).catch((error: unknown) => error);
    const waiting = busy.acquire(first, never()).then(({ release }) => {
      order.push('waited');
      release();
    });
    controller.abort(new Error('gave up'));
    expect(await gaveUp).toEqual(new Error('gave up'));
    order.push('released');
    running.release();
    await waiting;
    expect(order).toEqual(['released', 'waited']);
  });

  test('a call that gives up while its instance starts leaves it to the next', async () => {
    const { provider, started } = countingProvider(30);
    const warm = pool(provider);
    await expect(warm.acquire(first, AbortSignal.timeout(5))).rejects.toThrow();
    await delay(60);
    const before = started.length;
    await warm.acquire(first, never());
    expect(started).toHaveLength(before);
  });

  test('passes over an instance that has ended while it waited', async () => {
    const { provider, started } = countingProvider();
    const warm = pool(provider);
    const { instance, release } = await warm.acquire(first, never());
    release();
    await warm.fill([first]);
    const kept = await warm.acquire(first, never());
    expect(kept.instance.usable()).toBe(true);
    await instance.dispose();
    expect(started).toHaveLength(2);
  });

  test('ends all that is loaded when it closes, and takes no call any more', async () => {
    const { provider, disposed } = countingProvider(10);
    const warm = pool(provider);
    await warm.fill([first]);
    const filling = warm.fill([second]);
    await delay(1);
    await warm.close();
    await filling;
    expect(disposed()).toBe(2);
    await expect(warm.acquire(first, never())).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });
});
