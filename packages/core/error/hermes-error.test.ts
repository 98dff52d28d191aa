import { describe, expect, test } from 'vitest';
import { CODES, isCode } from './codes.ts';
import { asHermesError, HermesError } from './hermes-error.ts';

describe('the table of codes', () => {
  test.each(Object.entries(CODES))('%s is complete', (code, { status, exit, zh, en }) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(exit).toBeGreaterThan(0);
    expect(exit).toBeLessThan(256);
    expect(zh).toMatch(/\p{Script=Han}.*。$/u);
    expect(en).toMatch(/^[A-Z].*\.$/);
    // Words for a user: a code alone tells them nothing.
    expect(zh + en).not.toMatch(/[A-Z]+_[A-Z]+/);
  });

  test('knows its own codes only', () => {
    expect([isCode('CONFLICT'), isCode('ORDER_NOT_FOUND'), isCode('toString')]).toEqual([true, false, false]);
  });
});

describe('an error', () => {
  test('takes its defaults from the table', () => {
    const error = new HermesError('STORE_BUSY', 'The lock is taken', { layer: 'store' });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'HermesError',
      status: 503,
      exitCode: 75,
      retryable: true,
      details: {},
    });
    expect(new HermesError('STORE_BUSY', 'x', { layer: 'store', retryable: false }).retryable).toBe(false);
  });

  test('crosses a boundary without its stack and its cause', () => {
    const cause = new Error('password=secret');
    const error = new HermesError('DOCUMENT_INVALID', 'It is wrong', {
      layer: 'tools',
      where: 'a.yaml:1:2',
      hint: 'Mend it.',
      details: { n: 1 },
      cause,
    });
    expect(error.cause).toBe(cause);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'DOCUMENT_INVALID',
      layer: 'tools',
      message: 'It is wrong',
      retryable: false,
      where: 'a.yaml:1:2',
      hint: 'Mend it.',
      details: { n: 1 },
    });
    expect(JSON.parse(JSON.stringify(new HermesError('CONFLICT', 'x', { layer: 'bus' })))).toEqual({
      code: 'CONFLICT',
      layer: 'bus',
      message: 'x',
      retryable: false,
    });
  });
});

describe('anything thrown', () => {
  test('stays what it is when it is one of ours', () => {
    const error = new HermesError('CONFLICT', 'x', { layer: 'bus' });
    expect(asHermesError(error, 'server')).toBe(error);
  });

  test.each([
    [new TypeError('x is not a function'), 'INTERNAL', 'x is not a function'],
    ['text', 'INTERNAL', 'text'],
    [undefined, 'INTERNAL', 'undefined'],
    [AbortSignal.abort().reason, 'CANCELLED', 'This operation was aborted'],
    [new DOMException('too long', 'TimeoutError'), 'DEADLINE_EXCEEDED', 'too long'],
  ])('becomes one of ours: %s', (thrown, code, message) => {
    const error = asHermesError(thrown, 'runtime');
    expect(error).toMatchObject({ code, message, layer: 'runtime' });
    expect(error.cause).toBe(thrown);
  });
});
