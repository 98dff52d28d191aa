import { createFakeClock } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createMemoryDrift } from './memory-drift.ts';

const observation = { tool: 'a', version: '1.0.0', pointer: '/x', keyword: 'type', observed: 'null' };

test('one kind of breach is one bucket with its count and its times', async () => {
  const clock = createFakeClock(1000);
  const drift = createMemoryDrift(clock);
  drift.record(observation);
  await clock.advance(500);
  drift.record({ ...observation, observed: 'string' });
  drift.record(observation);
  expect(await drift.list()).toEqual([
    { ...observation, count: 2, firstSeen: 1000, lastSeen: 1500 },
    { ...observation, observed: 'string', count: 1, firstSeen: 1500, lastSeen: 1500 },
  ]);
});

test('the bucket that has been quiet longest makes room', async () => {
  const drift = createMemoryDrift(createFakeClock());
  for (let index = 0; index < 1000; index += 1) drift.record({ ...observation, pointer: `/${index}` });
  drift.record({ ...observation, pointer: '/0' });
  drift.record({ ...observation, pointer: '/new' });
  const pointers = (await drift.list()).map(({ pointer }) => pointer);
  expect(pointers).toHaveLength(1000);
  expect(pointers).toContain('/0');
  expect(pointers).not.toContain('/1');
});
