import { createFakeClock } from '@hermes-agent/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExpiringCache } from './expiring-cache.ts';

type Step =
  | { readonly do: 'set' | 'get' | 'delete'; readonly key: string }
  | { readonly do: 'wait'; readonly ms: number };

const key = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('set' as const, 'get' as const, 'delete' as const), key }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 150 }) }),
);

describe('an expiring cache', () => {
  test('is a map whose entries end ttlMs after the last write, and leave each exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = createFakeClock();
        let left = 0;
        const cache = createExpiringCache<{ n: number }>({
          clock,
          ttlMs: 100,
          limit: 10,
          onLeave: () => {
            left += 1;
          },
        });
        const model = new Map<string, { n: number; endsAt: number }>();
        let written = 0;
        for (const [n, action] of steps.entries()) {
          if (action.do === 'wait') await clock.advance(action.ms);
          for (const [name, entry] of model) if (entry.endsAt <= clock.monotonic()) model.delete(name);
          if (action.do === 'set') {
            cache.set(action.key, { n });
            model.set(action.key, { n, endsAt: clock.monotonic() + 100 });
            written += 1;
          }
          if (action.do === 'get') expect(cache.get(action.key)?.n).toBe(model.get(action.key)?.n);
          if (action.do === 'delete') expect(cache.delete(action.key)).toBe(model.delete(action.key));
        }
        await clock.advance(200);
        expect({ size: cache.size, left, timers: clock.pendingTimers }).toEqual({
          size: 0,
          left: written,
          timers: 0,
        });
      }),
      { numRuns: 60 },
    );
  });

  test('keeps no more than its limit, and neither values nor a timer once closed', () => {
    const clock = createFakeClock();
    const cache = createExpiringCache<object>({ clock, ttlMs: 100, limit: 2 });
    for (const name of ['a', 'b', 'c']) cache.set(name, {});
    expect(cache.keys()).toEqual(['c', 'b']);
    cache.close();
    cache.set('d', {});
    expect(cache.size).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});
