import type { ServerResponse } from 'node:http';
import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { answered, json, read, write } from '../../testing/http-tool.ts';

describe('errors of the other side', () => {
  const rules = `
errors:
  - { status: 404, code: ORDER_NOT_FOUND }
  - { status: 429, code: RATE_LIMITED, retry_after: header }
  - { header: { name: X-Quota, equals: exceeded }, code: QUOTA }
  - { when: { pointer: /ok, equals: false }, code_from: /error }
  - { status: 5xx, when: { pointer: /maintenance }, code: QUOTA, effect: none }
`;
  const failed = (answer: (response: ServerResponse) => void, contract = read('', rules)) =>
    answered(answer, contract);

  test('are mapped by status, header and body, a 200 with an error in it too', async () => {
    verifies('T11');
    expect(await failed((response) => json(response, '{"any":"thing"}', 404))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
      message: 'There is no such order',
      retryable: false,
      effect: 'none',
    });
    expect(
      await failed((response) => json(response, '{"total":1}', 200, { 'x-quota': 'exceeded' })),
    ).toMatchObject({
      code: 'QUOTA',
      retryable: true,
    });
    expect(await failed((response) => json(response, '{"ok":false,"error":"QUOTA"}'))).toMatchObject({
      code: 'QUOTA',
    });
    expect(await failed((response) => json(response, '{"maintenance":true}', 500))).toMatchObject({
      code: 'QUOTA',
    });
  });

  test('T16 have their own form: the output schema is not applied to them, and always to a success', async () => {
    expect(
      await failed((response) => json(response, '{"ok":false,"error":"QUOTA","total":"12"}')),
    ).toMatchObject({ code: 'QUOTA' });
    const drifted = await failed((response) => json(response, '{"total":"12 secret"}'));
    expect(drifted).toMatchObject({ code: 'CONTRACT_VIOLATION', details: { pointer: '/total' } });
    expect(JSON.stringify(drifted)).not.toContain('secret');
  });

  test('a code of theirs that the contract does not declare breaks it', async () => {
    expect(await failed((response) => json(response, '{"ok":false,"error":"BRAND_NEW"}'))).toMatchObject({
      code: 'CONTRACT_VIOLATION',
      details: { pointer: '/error', expected: 'a declared error code' },
    });
  });

  test('T09 Retry-After is handed on', async () => {
    expect(await failed((response) => json(response, '{}', 429, { 'retry-after': '7' }))).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      retryAfterMs: 7000,
    });
  });

  test.each([
    [400, 'CONTRACT_VIOLATION', 'none', false],
    [429, 'RATE_LIMITED', 'none', true],
    [500, 'SERVICE_UNAVAILABLE', 'maybe', true],
    [502, 'SERVICE_UNAVAILABLE', 'maybe', true],
    [503, 'SERVICE_UNAVAILABLE', 'none', true],
    [504, 'SERVICE_UNAVAILABLE', 'maybe', true],
  ])('an undeclared %i of a write is %s, effect %s', async (status, code, effect, retryable) => {
    expect(await failed((response) => json(response, '{}', status), write())).toMatchObject({
      code,
      effect,
      retryable,
    });
  });
});
