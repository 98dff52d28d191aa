import { verifies } from '@hermes-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRegistry } from '../../registry.ts';
import { createSecretSource } from '../../secret/source.ts';
import { call, json, read, registryOf, serve, write } from '../../testing/http-tool.ts';
import { toolCall } from '../../testing/tool-call.ts';

describe('what is sent', () => {
  test('T05 declared arguments and nothing of the envelope but what the contract names', async () => {
    verifies('T11');
    const server = await serve((response) => json(response, '{}'));
    const contract = write(
      '',
      `idempotency: { header: Idempotency-Key }\nauth: { scheme: bearer, secret_ref: 'secret://api/token' }`,
    );
    await call(
      registryOf(contract, server.url),
      { id: '1' },
      { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    );
    const [request] = server.requests;
    expect(request?.body).toBe('{"id":"1"}');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sesame',
      'idempotency-key': toolCall('write', {}).idempotencyKey,
      'content-type': 'application/json',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
    });
    expect(JSON.stringify(request)).not.toMatch(/session|subject|tenant/);
  });

  test('T04 a free-form object reaches the other side as it was given', async () => {
    const server = await serve((response) => json(response, '{}'));
    await call(registryOf(write(), server.url), { query: { kind: 'Component', z: '', a: '中' } });
    expect(server.requests[0]?.body).toBe('{"query":{"kind":"Component","z":"","a":"中"}}');
  });

  test('values are encoded where they stand, and cannot leave their place', async () => {
    const server = await serve((response) => json(response, '{}'));
    const contract = `
name: place
version: 1.0.0
description: Places
input_schema: { type: object, required: [id], properties: { id: { type: string }, tags: { type: array, items: { type: string } }, page: { type: integer }, trace: { type: string }, note: { type: [string, 'null'] } } }
output_schema: {}
binding:
  http:
    method: PUT
    server: api
    path: /a/{id}/b
    parameters: [{ name: id, in: path }, { name: tag, in: query, from: /tags }, { name: page, in: query }, { name: X-Trace, in: header, from: /trace }, { name: note, in: query }]
`;
    const registry = registryOf(contract, `${server.url}/base/`);
    await call(registry, { id: '../x?y=/#中$&', tags: ['a b', 'c&d'], page: 2, trace: 'ok' });
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/base/a/..%2Fx%3Fy%3D%2F%23%E4%B8%AD%24%26/b?tag=a+b&tag=c%26d&page=2',
      body: '',
    });
    expect(server.requests[0]?.headers['x-trace']).toBe('ok');
    for (const input of [
      { id: '..' },
      { id: '.' },
      { id: '' },
      { id: 'x', trace: 'a\r\nb: c' },
      { id: 'x', note: null },
    ]) {
      expect(await call(registry, input)).toMatchObject({
        ok: false,
        code: 'VALIDATION_FAILED',
        effect: 'none',
      });
    }
    expect(server.requests).toHaveLength(1);
  });

  test('nothing when the input breaks the contract, the secret is missing or the server has no address', async () => {
    verifies('T2');
    const server = await serve((response) => json(response, '{}'));
    expect(await call(registryOf(read(''), server.url), { id: 5 })).toMatchObject({
      code: 'VALIDATION_FAILED',
      retryable: false,
      details: { pointer: '/id', expected: 'string', observed: 'integer' },
    });
    const secret = registryOf(
      read('', `auth: { scheme: header, name: X-Key, secret_ref: 'secret://api/other' }`),
      server.url,
    );
    expect(await call(secret)).toMatchObject({ code: 'SECRET_MISSING', effect: 'none' });
    const broken = createRegistry({
      contracts: secret.contracts,
      servers: { api: server.url },
      secrets: createSecretSource({ 'api/other': { value: 'a\r\nx-injected: 1' } }),
    });
    onTestFinished(broken.close);
    expect(await call(broken)).toMatchObject({ code: 'SECRET_MISSING', effect: 'none' });
    expect(await call(registryOf(read(''), 'nowhere'))).toMatchObject({ code: 'NOT_CONFIGURED' });
    expect(server.requests).toHaveLength(0);
  });
});
