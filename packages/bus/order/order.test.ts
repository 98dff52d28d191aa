import { describe, expect, test } from 'vitest';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';
import { checkOrder } from './check.ts';
import { meets } from './condition.ts';
import { firstDifference, orderDigest } from './digest.ts';
import type { Order } from './order.ts';
import { resolveReferences } from './reference.ts';

describe('an order is checked before it is taken', () => {
  const good = order([
    plannedStep('a', {
      verify: verification('a'),
      compensation: compensation('a', { input: { id: { $output: 'self#/id' } } }),
    }),
    plannedStep('b', { input: { id: { $output: 'a#/id' } } }),
  ]);
  const withStep = (change: object): Order => ({
    ...good,
    steps: [{ ...good.steps[0]!, ...change }, good.steps[1]!],
  });

  test('a good one passes', () => expect(() => checkOrder(good, 100_000)).not.toThrow());

  test.each([
    ['/requestId', { ...good, requestId: 'a/b' }],
    ['/tenant', { ...good, tenant: '' }],
    ['/priority', { ...good, priority: 'urgent' }],
    ['/steps', { ...good, steps: [] }],
    ['/steps/0/id', withStep({ id: 'self' })],
    ['/steps/1/id', { ...good, steps: [good.steps[0]!, good.steps[0]!] }],
    ['/steps/0/timeoutMs', withStep({ timeoutMs: 0 })],
    ['/steps/0/timeoutMs', withStep({ timeoutMs: Number.NaN })],
    ['/steps/0/effects', withStep({ effects: 'none' })],
    ['/steps/0/hash', withStep({ hash: 7 })],
    ['/steps/0/input/x/0', withStep({ input: { x: [{ $output: 'b#/id' }] } })],
    ['/steps/0/input/k', withStep({ input: { k: { $idempotency_key: 'nobody' } } })],
    [
      '/steps/0/retryPolicy/maxAttempts',
      withStep({ retryPolicy: { ...good.steps[0]!.retryPolicy, maxAttempts: 0 } }),
    ],
    ['/steps/0/verify/afterMs', withStep({ verify: verification('a', { afterMs: [-1] }) })],
    ['/steps/0/verify/doneWhen', withStep({ verify: verification('a', { doneWhen: { pointer: 'state' } }) })],
    [
      '/steps/0/compensation/input/id',
      withStep({ compensation: compensation('a', { input: { id: { $output: 'b#' } } }) }),
    ],
  ])('%s is named', (where, bad) => {
    expect(() => checkOrder(bad as Order, 100_000)).toThrow(
      expect.objectContaining({ code: 'MESSAGE_INVALID', where }),
    );
  });

  test('one that is too large is refused', () => {
    expect(() => checkOrder(good, 100)).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
  });
});

describe('two orders are the same', () => {
  const one = order([plannedStep('a', { input: { a: 1, b: 'é', n: 1 } })]);
  const same = order([plannedStep('a', { input: { n: 1.0, b: 'e\u0301', a: 1 } })], {
    requestId: one.requestId,
  });
  test('whatever the order of keys, the spelling of numbers and letters, the trace', () => {
    expect(orderDigest({ ...same, traceparent: 'x' })).toBe(orderDigest(one));
    expect(firstDifference(one, { ...same, traceparent: 'x' })).toBeNull();
  });
  test('and not when a field differs, which is named', () => {
    expect(firstDifference(one, { ...one, tenant: 'other' })).toBe('/tenant');
    expect(firstDifference(one, { ...one, steps: [...one.steps, plannedStep('b')] })).toBe('/steps/1');
    expect(firstDifference(one, { ...one, startAt: 5 })).toBe('/startAt');
  });
});

describe('references', () => {
  const scope = {
    output: (step: string) => (step === 'a' ? { list: [{ 'x/y': 7 }] } : undefined),
    idempotencyKey: (step: string) => (step === 'a' ? 'r/1' : undefined),
  };
  test('are filled in at any depth', () => {
    const template = {
      deep: [{ v: { $output: 'a#/list/0/x~1y' } }, { $idempotency_key: 'a' }],
      plain: { $output: 1, b: 2 },
    };
    expect(resolveReferences(template, scope)).toEqual({
      ok: true,
      value: { deep: [{ v: 7 }, 'r/1'], plain: { $output: 1, b: 2 } },
    });
  });
  test('to an optional part that is absent leave their member out', () => {
    expect(resolveReferences({ v: { $output: 'a#/gone' }, w: 1 }, scope)).toEqual({
      ok: true,
      value: { w: 1 },
    });
  });
  test('to a step without output are an error', () => {
    expect(resolveReferences({ v: { $output: 'b#/x' } }, scope)).toEqual({ ok: false, missing: 'b#/x' });
  });
});

test.each([
  [{ pointer: '/state', equals: 'done' }, true],
  [{ pointer: '/state', equals: 'failed' }, false],
  [{ pointer: '/state', in: ['x', 'done'] }, true],
  [{ pointer: '/gone', equals: null }, false],
  [{ pointer: '/none', equals: null }, true],
  [{ pointer: '/gone', exists: false }, true],
  [{ pointer: '/state', exists: true }, true],
  [{ pointer: '/state' }, false],
])('the condition %j is %s', (condition, expected) => {
  expect(meets(condition, { state: 'done', none: null })).toBe(expected);
});
