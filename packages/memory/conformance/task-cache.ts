import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TASK_TTL_MS, type TaskCache, VALUES_PER_TASK } from '../l1-task/task-cache.ts';
import type { TaskAddress } from '../scope.ts';

export interface TaskCacheUnderTest {
  readonly cache: TaskCache;
  /** Lets time pass for the cache: a fake clock, or a real wait against shortened lives. */
  wait(milliseconds: number): Promise<void>;
}

const task: TaskAddress = { tenant: 'acme', domain: 'retail', sessionId: 's1', taskId: '1' };
const others: readonly TaskAddress[] = [
  { ...task, tenant: 'acme-corp' },
  { ...task, domain: 'wealth' },
  { ...task, sessionId: 's1","1' },
  { ...task, taskId: '11' },
];

type Action =
  | { readonly do: 'set' | 'get' | 'delete'; readonly at: number; readonly key: string }
  | { readonly do: 'endTask'; readonly at: number }
  | { readonly do: 'wait'; readonly part: number };

const at = fc.integer({ min: 0, max: 2 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('set' as const, 'get' as const, 'delete' as const),
      at,
      key: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('endTask' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      part: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    }),
  },
);

/** The suite every implementation of L1 passes. `open` gives a fresh, empty cache. */
export function taskCacheConformance(name: string, open: () => Promise<TaskCacheUnderTest>): void {
  describe(`${name} as a task cache`, () => {
    let cache: TaskCache;
    let wait: TaskCacheUnderTest['wait'];

    beforeEach(async () => {
      ({ cache, wait } = await open());
    });
    afterEach(() => cache.close());

    test('keeps JSON as it is, per exact address', async () => {
      const value = { 上传: [1, 2.5, null, true], nested: { text: '凭证' } };
      await cache.set(task, 'upload', value);
      expect(await cache.get(task, 'upload')).toEqual(value);
      for (const other of others) expect(await cache.get(other, 'upload')).toBeUndefined();
      expect(await cache.get(task, 'other')).toBeUndefined();
      expect(await cache.delete(task, 'upload')).toBe(true);
      expect(await cache.delete(task, 'upload')).toBe(false);
      expect(await cache.get(task, 'upload')).toBeUndefined();
    });

    test('M09 a task ends two hours after its last write, whatever was read of it', async () => {
      await cache.set(task, 'a', 1);
      await wait(TASK_TTL_MS / 2);
      await cache.set(task, 'b', 2);
      await wait(TASK_TTL_MS / 2);
      expect([await cache.get(task, 'a'), await cache.get(task, 'b')]).toEqual([1, 2]);
      await wait(TASK_TTL_MS / 2);
      expect([await cache.get(task, 'a'), await cache.get(task, 'b')]).toEqual([undefined, undefined]);
      await cache.set(task, 'c', 3);
      expect([await cache.get(task, 'a'), await cache.get(task, 'c')]).toEqual([undefined, 3]);
    });

    test('a write after the task ended is refused, and brings nothing back', async () => {
      await cache.set(task, 'a', 1);
      await cache.endTask(task);
      await expect(cache.set(task, 'a', 2)).rejects.toMatchObject({ code: 'FENCE_STALE' });
      expect(await cache.get(task, 'a')).toBeUndefined();
      await cache.set({ ...task, taskId: '2' }, 'a', 3);
    });

    test('a session ends with all its tasks, those it has not begun too, and no other session', async () => {
      const second = { ...task, taskId: '2' };
      for (const address of [task, second, ...others]) await cache.set(address, 'a', 1);
      await cache.endSession(task);
      for (const ended of [task, second]) expect(await cache.get(ended, 'a')).toBeUndefined();
      await expect(cache.set({ ...task, taskId: '3' }, 'a', 1)).rejects.toMatchObject({
        code: 'FENCE_STALE',
      });
      for (const other of others.filter(
        ({ sessionId, domain, tenant }) =>
          [sessionId, domain, tenant].join() !== [task.sessionId, task.domain, task.tenant].join(),
      )) {
        expect(await cache.get(other, 'a')).toBe(1);
      }
    });

    test('is bounded: 64 kB a value, a hundred values a task', async () => {
      await expect(cache.set(task, 'big', 'x'.repeat(70_000))).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
      });
      for (let n = 0; n < VALUES_PER_TASK; n += 1) await cache.set(task, `k${n}`, n);
      await expect(cache.set(task, 'more', 1)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await cache.set(task, 'k0', 'again');
      expect(await cache.get(task, 'k0')).toBe('again');
    });

    test('behaves as a map of tasks with one expiry each', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
          const { cache: fresh, wait: pass } = await open();
          let now = 0;
          const model = new Map<number, { values: Map<string, number>; endsAt: number }>();
          const ended = new Set<number>();
          for (const [n, step] of actions.entries()) {
            if (step.do === 'wait') {
              const milliseconds = Math.round(step.part * TASK_TTL_MS);
              await pass(milliseconds);
              now += milliseconds;
              for (const [id, entry] of model) if (entry.endsAt <= now) model.delete(id);
              // A fence lasts as long as a task; the model forgets it no sooner.
              continue;
            }
            const address = { ...task, taskId: `t${step.at}` };
            if (step.do === 'endTask') {
              await fresh.endTask(address);
              model.delete(step.at);
              ended.add(step.at);
            } else if (step.do === 'get') {
              expect(await fresh.get(address, step.key)).toBe(model.get(step.at)?.values.get(step.key));
            } else if (step.do === 'delete') {
              expect(await fresh.delete(address, step.key)).toBe(
                model.get(step.at)?.values.delete(step.key) ?? false,
              );
            } else if (!ended.has(step.at)) {
              await fresh.set(address, step.key, n);
              const values = model.get(step.at)?.values ?? new Map<string, number>();
              model.set(step.at, { values: values.set(step.key, n), endsAt: now + TASK_TTL_MS });
            }
          }
          await fresh.close();
        }),
        { numRuns: 25 },
      );
    });
  });
}
