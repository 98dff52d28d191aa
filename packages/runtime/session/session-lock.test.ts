import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSessionLock } from './session-lock.ts';

test('one at a time at each session, in order, whatever fails between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ session: fc.constantFrom('a', 'b'), fails: fc.boolean() }), { maxLength: 20 }),
      async (works) => {
        const locked = createSessionLock();
        const inside = new Map<string, number>();
        const began: Record<string, number[]> = { a: [], b: [] };
        await Promise.allSettled(
          works.map(({ session, fails }, index) =>
            locked(session, async () => {
              expect(inside.get(session) ?? 0).toBe(0);
              inside.set(session, 1);
              began[session]!.push(index);
              await Promise.resolve();
              inside.set(session, 0);
              if (fails) throw new Error('refused');
            }),
          ),
        );
        for (const order of Object.values(began)) expect(order).toEqual(order.toSorted((x, y) => x - y));
        expect(began.a!.length + began.b!.length).toBe(works.length);
      },
    ),
  );
});

test('a queue that grows past what a person types is refused', async () => {
  const locked = createSessionLock();
  let release = (): void => {};
  const blocked = locked(
    'a',
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const waiting = Array.from({ length: 31 }, () => locked('a', async () => {}));
  await expect(locked('a', async () => {})).rejects.toMatchObject({ code: 'BUS_FULL' });
  release();
  await Promise.all([blocked, ...waiting]);
  await expect(locked('a', async () => 'free')).resolves.toBe('free');
});
