import { createFakeClock } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { taskCacheConformance } from '../conformance/task-cache.ts';
import { createInProcessTaskCache } from './in-process.ts';
import { TASK_TTL_MS } from './task-cache.ts';

taskCacheConformance('L1 in process', async () => {
  const clock = createFakeClock();
  return { cache: createInProcessTaskCache(clock), wait: (ms) => clock.advance(ms) };
});

describe('L1 in process', () => {
  test('leaves no timer behind', async () => {
    const clock = createFakeClock();
    const cache = createInProcessTaskCache(clock);
    const task = { tenant: 'acme', domain: 'retail', sessionId: 's1', taskId: '1' };
    await cache.set(task, 'step', 1);
    await cache.endTask(task);
    await clock.advance(2 * TASK_TTL_MS);
    expect(clock.pendingTimers).toBe(0);
  });
});
