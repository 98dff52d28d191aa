import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutbox, type WaitingHint } from './outbox.ts';
import { TOPICS } from './port.ts';

const drain = (outbox: ReturnType<typeof createOutbox>): WaitingHint[] => {
  const taken: WaitingHint[] = [];
  for (let hint = outbox.take(); hint !== null; hint = outbox.take()) taken.push(hint);
  return taken;
};

test('whatever is put in comes out: each id once, the most urgent topic first', () => {
  const hint = fc.record({
    topic: fc.constantFrom(...TOPICS),
    ids: fc.array(fc.stringMatching(/^[a-f]{1,2}$/), { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(hint), (hints) => {
      const outbox = createOutbox();
      for (const each of hints) outbox.put(each);
      const taken = drain(outbox);
      const urgency = taken.map(({ topic }) => TOPICS.indexOf(topic));
      expect(urgency).toEqual(urgency.toSorted());
      for (const topic of TOPICS) {
        const of = (all: readonly WaitingHint[]) =>
          all.filter((each) => each.topic === topic).flatMap(({ ids }) => ids);
        expect(of(taken)).toEqual([...new Set(of(hints))]);
      }
    }),
  );
});

test('past its limit a topic is one hint that names nobody, and the other topics keep their ids', () => {
  const outbox = createOutbox();
  outbox.put({ topic: 'agent_results', ids: ['a'] });
  for (let round = 0; round < 3; round += 1) {
    const ids = Array.from({ length: 900 }, (_, index) => `request-${round}-${index}`);
    outbox.put({ topic: 'agent_requests', ids });
  }
  expect(drain(outbox)).toEqual([
    { topic: 'agent_requests', ids: [] },
    { topic: 'agent_results', ids: ['a'] },
  ]);
  outbox.put({ topic: 'agent_requests', ids: ['later'] });
  expect(drain(outbox)).toEqual([{ topic: 'agent_requests', ids: ['later'] }]);
});
