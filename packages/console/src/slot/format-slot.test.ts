import { expect, test } from 'vitest';
import { humanise, slotView } from './format-slot.ts';

const quarter = { start: '2026-07-01', end: '2026-10-01', label: 'Q3 2026', phrase: 'Q3' };

test('a range shows its last day, not the day after', () => {
  expect(slotView(quarter, 'en')).toEqual({
    kind: 'range',
    text: '1 Jul – 30 Sept 2026',
    label: 'Q3 2026',
    phrase: 'Q3',
    days: 92,
  });
  expect(slotView(quarter, 'zh')).toMatchObject({ text: '2026年7月1日至9月30日' });
});

test('one day is one date', () => {
  expect(slotView({ start: '2026-07-01', end: '2026-07-02' }, 'en')).toMatchObject({
    text: '1 Jul 2026',
    days: 1,
    label: null,
  });
});

test('a directory entry is a person', () => {
  const person = { id: 'li', name: '李明', title: '总监', address: 'li.ming@example.com' };
  expect(slotView(person, 'zh')).toEqual({
    kind: 'person',
    name: '李明',
    title: '总监',
    address: 'li.ming@example.com',
  });
});

test('numbers of things are set as code, words as words', () => {
  expect(slotView('ORD-87654321', 'en')).toEqual({ kind: 'code', text: 'ORD-87654321' });
  expect(slotView('size', 'en')).toEqual({ kind: 'text', text: 'size' });
  expect(slotView(['a', 'b'], 'zh')).toEqual({ kind: 'text', text: 'a、b' });
});

test('what is not filled is not shown, what is unknown is shown as it is', () => {
  expect(slotView(null, 'en')).toBeNull();
  expect(slotView('', 'en')).toBeNull();
  expect(slotView({ start: '2026-10-01', end: '2026-07-01' }, 'en')).toMatchObject({ kind: 'code' });
});

test('names without words of their own', () => {
  expect(humanise('order_id')).toBe('Order id');
});
