import { expect, test } from 'vitest';
import { findReferences, resolveReferences } from './reference.ts';

const scope = {
  slots: { order_id: 'ORD-87654321', period: { start: '2026-07-01' } },
  session: { locale: 'zh' },
  user: { address: '杭州市' },
  text: (key: string) => `words of ${key}`,
};

test('fills what is known and leaves to the bus what only it can know', () => {
  const template = {
    order: { $slot: '/order_id' },
    since: { $slot: '/period/start' },
    lang: { $session: '/locale' },
    to: [{ $user: '/address' }, { $const: 7 }],
    subject: { $text: 'mail_subject' },
    file: { $output: 'self#/report' },
    key: { $idempotency_key: 'self' },
  };
  expect(resolveReferences(template, scope, 'mail')).toEqual({
    order: 'ORD-87654321',
    since: '2026-07-01',
    lang: 'zh',
    to: ['杭州市', 7],
    subject: 'words of mail_subject',
    file: { $output: 'mail#/report' },
    key: { $idempotency_key: 'mail' },
  });
});

test('an optional slot that was not given leaves no member, and never a null', () => {
  expect(resolveReferences({ note: { $slot: '/note' }, tags: [{ $slot: '/tag' }] }, scope, 'x')).toEqual({
    tags: [],
  });
});

test('a value that reads like a reference is refused, not followed', () => {
  const sly = { ...scope, slots: { note: { $output: 'other#/secret' } } };
  expect(() => resolveReferences({ note: { $slot: '/note' } }, sly, 'x')).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED' }),
  );
});

test('finds every reference with its path', () => {
  const found = [...findReferences({ a: [{ $slot: '/x' }], b: { c: { $text: 'y' } }, d: 1 })];
  expect(found.map(({ path, reference }) => [path.join('.'), reference.kind])).toEqual([
    ['a.0', '$slot'],
    ['b.c', '$text'],
  ]);
});
