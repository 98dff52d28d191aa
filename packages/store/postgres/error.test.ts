import { HermesError } from '@hermes-agent/core';
import { expect, test } from 'vitest';
import { losesConnection, postgresError } from './error.ts';

const serverError = (code: string, message = 'words'): Error =>
  Object.assign(new Error(message), { code, detail: 'Key (owner)=(secret) already exists.' });

test.each([
  ['23505', 'CONFLICT', false],
  ['23514', 'CONFLICT', false],
  ['P0001', 'CONFLICT', false],
  ['40001', 'STORE_BUSY', true],
  ['40P01', 'STORE_BUSY', true],
  ['55P03', 'STORE_BUSY', true],
  ['57014', 'STORE_BUSY', true],
  ['53300', 'STORE_BUSY', true],
  ['57P01', 'STORE_UNAVAILABLE', true],
  ['57P03', 'STORE_UNAVAILABLE', true],
  ['08P01', 'INTERNAL', false],
  ['08006', 'STORE_UNAVAILABLE', true],
  ['25P03', 'STORE_UNAVAILABLE', true],
  ['53100', 'STORE_UNAVAILABLE', true],
  ['28P01', 'STORE_UNAVAILABLE', false],
  ['3D000', 'STORE_UNAVAILABLE', false],
  ['XX001', 'STORE_CORRUPT', false],
  ['XX000', 'INTERNAL', false],
  ['42P01', 'INTERNAL', false],
  ['22P02', 'INTERNAL', false],
])('SQLSTATE %s becomes %s', (state, code, retryable) => {
  const mapped = postgresError(serverError(state));
  expect(mapped).toMatchObject({ code, retryable, layer: 'store', details: { sqlstate: state } });
  expect((mapped as HermesError).cause).toBeUndefined();
});

test('a malformed value is not repeated', () => {
  const mapped = postgresError(serverError('22P02', 'invalid input syntax for type bigint: "secret"'));
  expect(JSON.stringify(mapped)).not.toContain('secret');
});

test.each([
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Query read timeout'),
])('a lost connection is STORE_UNAVAILABLE: %s', (thrown) => {
  const mapped = postgresError(thrown);
  expect(mapped).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  expect(losesConnection(mapped)).toBe(true);
});

test('a pool whose connections all stay in use is STORE_BUSY', () => {
  const mapped = postgresError(new Error('timeout exceeded when trying to connect'));
  expect(mapped).toMatchObject({ code: 'STORE_BUSY', retryable: true });
  expect(losesConnection(mapped)).toBe(false);
});

test('what is not the database’s is passed on as it is', () => {
  const own = new HermesError('NOT_FOUND', 'no', { layer: 'bus' });
  const other = new TypeError('x is not a function');
  expect([own, other, 'text'].map(postgresError)).toEqual([own, other, 'text']);
});
