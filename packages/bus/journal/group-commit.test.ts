import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function recorded(limit = 10) {
  const groups: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const group = createGroupCommit<number, number>(async (works) => {
    groups.push([...works]);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return works.map((work) => work * 10);
  }, limit);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { group, groups, gates, settle };
}

test('what arrives while a group is committed forms the next, and each gets its own result', async () => {
  const { group, groups, gates, settle } = recorded();
  const first = [group.run(1), group.run(2)];
  await settle();
  const second = [group.run(3), group.run(4), group.run(5)];
  gates[0]!.resolve();
  expect(await Promise.all(first)).toEqual([10, 20]);
  await settle();
  gates[1]!.resolve();
  expect(await Promise.all(second)).toEqual([30, 40, 50]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('a group is no larger than its limit', async () => {
  const { group, groups, gates, settle } = recorded(2);
  const all = [1, 2, 3].map((work) => group.run(work));
  await settle();
  gates[0]!.resolve();
  await settle();
  gates[1]!.resolve();
  await Promise.all(all);
  expect(groups).toEqual([[1, 2], [3]]);
});

test('a failing commit fails its group and no other', async () => {
  const { group, gates, settle } = recorded(1);
  const failing = group.run(1);
  const next = group.run(2);
  await settle();
  gates[0]!.reject(new Error('disk full'));
  await expect(failing).rejects.toThrow('disk full');
  await settle();
  gates[1]!.resolve();
  expect(await next).toBe(20);
});
