import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HermesError } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { createRegistry } from '../registry.ts';
import { makeFolder } from '../testing/agent-folder.ts';
import { never, toolCall } from '../testing/tool-call.ts';
import { loadContracts, parseContract } from './load-contracts.ts';

const folders: string[] = [];
const folderOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await makeFolder(files);
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const minimal = (version = '1.0.0', more = ''): string => `
name: ping
version: ${version}
description: Pings
input_schema: { type: object, properties: { id: { type: string } } }
output_schema: { type: object, properties: { ok: { type: boolean } } }
${more}`;

/** What is said of a contract that does not load, as `line: message`. */
function complaint(text: string): string {
  try {
    parseContract(text, 'ping.yaml');
    return 'loaded';
  } catch (error) {
    if (!(error instanceof HermesError)) throw error;
    expect(error.code).toBe('DOCUMENT_INVALID');
    return `${error.where!.split(':')[1]}: ${error.message}`;
  }
}

describe("the source text's own contract", async () => {
  const text = await readFile(join(import.meta.dirname, 'fixtures/query_user_points.yaml'), 'utf8');
  const contract = parseContract(text, 'query_user_points.yaml');

  test('loads, validates in and out, and has no binding', () => {
    verifies('T1');
    expect(contract).toMatchObject({
      name: 'query_user_points',
      version: '1.2.0',
      binding: null,
      effects: 'write',
    });
    expect(contract.errorCodes.map(({ code }) => code)).toEqual(['USER_NOT_FOUND', 'SERVICE_UNAVAILABLE']);
    expect(contract.checkInput({ user_id: 'U123456789', include_history: true })).toEqual([]);
    expect(contract.checkInput({ user_id: 'U12345678' })).toHaveLength(1);
    expect(contract.checkInput({ user_id: 'U123456789', history: true })).toHaveLength(1);
    expect(contract.checkOutput({ points: 100, expires_at: '2026-12-31T00:00:00Z', tier: 1 })).toEqual({
      ok: true,
      value: { points: 100, expires_at: '2026-12-31T00:00:00Z' },
      undeclared: [{ pointer: '/tier', observed: 'integer' }],
    });
    expect(contract.checkOutput({ points: '100', expires_at: '2026-12-31T00:00:00Z' })).toMatchObject({
      ok: false,
      violations: [{ pointer: '/points', expected: 'integer', observed: 'string' }],
    });
  });

  test('a hostile parameter is refused by its pattern', () => {
    verifies('T5');
    expect(contract.checkInput({ user_id: 'U12345678; DROP TABLE users; --' })).toMatchObject([
      { pointer: '/user_id', keyword: 'pattern' },
    ]);
  });

  test('cannot be called', async () => {
    const registry = createRegistry({ contracts: [contract] });
    const call = toolCall('query_user_points', { user_id: 'U123456789' }, { version: '1.2.0' });
    expect(await registry.call(call, never())).toMatchObject({
      ok: false,
      code: 'NOT_CONFIGURED',
      effect: 'none',
    });
    await registry.close();
  });
});

describe('loading a folder', () => {
  test('takes several versions side by side, in the order of their files', async () => {
    verifies('T9');
    const folder = await folderOf({
      'contracts/ping-1.yaml': minimal('1.0.0'),
      'contracts/ping-2.yml': minimal('2.0.0'),
      'contracts/notes.md': 'not a contract',
    });
    const contracts = await loadContracts(folder);
    expect(contracts.map(({ id }) => id.split('#')[0])).toEqual(['ping@1.0.0', 'ping@2.0.0']);
    expect(contracts[0]).toMatchObject({ folder, file: join(folder, 'contracts/ping-1.yaml') });
  });

  test('an agent without contracts has none', async () => {
    expect(await loadContracts(await folderOf({}))).toEqual([]);
  });

  test('one version in two files is refused, both named', async () => {
    const folder = await folderOf({ 'contracts/a.yaml': minimal(), 'contracts/b.yaml': minimal() });
    await expect(loadContracts(folder)).rejects.toMatchObject({
      code: 'CONTRACT_INVALID',
      where: join(folder, 'contracts/b.yaml'),
      hint: expect.stringContaining('a.yaml'),
    });
  });

  test('an entry that is not there is refused', async () => {
    const folder = await folderOf({
      'contracts/a.yaml': minimal('1.0.0', 'binding: { function: { entry: tools/ping/index.ts } }'),
    });
    await expect(loadContracts(folder)).rejects.toMatchObject({ code: 'CONTRACT_INVALID' });
  });
});

test('the contracts of the reference page load as they stand there', async () => {
  const page = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) =>
    parseContract(yaml!, 'README.md'),
  );
  expect(blocks.map(({ name }) => name)).toEqual(['create_return', 'send_mail']);
});

describe('the hash', () => {
  test('is of what the contract says, not of how it is written', () => {
    verifies('T9');
    const contract = parseContract(minimal(), 'a.yaml');
    expect(contract.id).toBe(`ping@1.0.0#${contract.hash}`);
    expect(contract.hash).toMatch(/^[0-9a-f]{64}$/);
    const reordered = minimal().trim().split('\n').reverse().join('\n# a comment\n');
    expect(parseContract(reordered, 'b.yaml', '/elsewhere').hash).toBe(contract.hash);
    expect(parseContract(minimal().replace('Pings', 'pings'), 'a.yaml').hash).not.toBe(contract.hash);
    expect(parseContract(minimal('1.0.1'), 'a.yaml').hash).not.toBe(contract.hash);
  });

  test('a contract cannot be changed once it is loaded', () => {
    const contract = parseContract(minimal(), 'a.yaml');
    expect(() => Object.assign(contract, { effects: 'read' })).toThrow(TypeError);
  });
});

describe('what is wrong is told with its place', () => {
  test.each([
    ['an unknown part', minimal('1.0.0', 'colour: red'), /^7: .*colour/],
    [
      'a name',
      minimal().replace('ping', 'Ping!'),
      '2: name: must be lower_snake_case, at most 64 characters',
    ],
    ['a version', minimal('1.0'), '3: version: must be a version (1.2.0)'],
    ['a type', minimal().replace('boolean', 'bool'), /^6: output_schema.properties.ok.type: .*string/],
    [
      'a keyword',
      minimal().replace('id: { type: string }', 'id: { type: string, minLenght: 3 }'),
      '5: input_schema.properties.id.minLenght: is no keyword here; did you mean minLength?',
    ],
    [
      'a keyword of another type',
      minimal().replace('id: { type: string }', 'id: { type: string, minimum: 3 }'),
      '5: input_schema.properties.id.minimum: speaks of number or integer, but the type here is string',
    ],
    [
      'a pattern that is not linear',
      minimal().replace('id: { type: string }', "id: { type: string, pattern: '(?=a)a' }"),
      /^5: input_schema.properties.id.pattern: cannot be matched in linear time/,
    ],
    [
      'a format',
      minimal().replace('id: { type: string }', 'id: { type: string, format: colour }'),
      /^5: .*format: is none of those checked/,
    ],
    [
      'a reference',
      minimal().replace('id: { type: string }', "id: { $ref: '#/$defs/none' }"),
      /^5: .*points at nothing/,
    ],
    [
      'a reference elsewhere',
      minimal().replace('id: { type: string }', "id: { $ref: 'https://x/y' }"),
      /^5: .*inside this schema/,
    ],
    [
      'an input that is no object',
      minimal().replace('{ type: object, properties: { id: { type: string } } }', '{ type: string }'),
      /^5: .*named arguments/,
    ],
    ['two bindings', minimal('1.0.0', 'binding: {}'), '7: binding: must be exactly one of http and function'],
    [
      'a code twice',
      minimal('1.0.0', 'error_codes: [{ code: A, description: a }, { code: A, description: a }]'),
      '7: error_codes.1.code: A is declared twice',
    ],
    [
      'a code in small letters',
      minimal('1.0.0', 'error_codes: [{ code: a, description: a }]'),
      /UPPER_SNAKE_CASE/,
    ],
    [
      'a secret in the open',
      minimal('1.0.0', 'auth: { scheme: bearer, secret_ref: hunter2 }'),
      /secret:\/\/<name>\/<key>/,
    ],
    [
      'an entry outside',
      minimal('1.0.0', 'binding: { function: { entry: ../x.ts } }'),
      /inside the agent folder/,
    ],
    [
      'an asset outside',
      minimal('1.0.0', 'binding: { function: { entry: x.ts, assets: { a: assets/../../x } } }'),
      /npm: or assets/,
    ],
    [
      'auth without http',
      minimal(
        '1.0.0',
        "binding: { function: { entry: x.ts } }\nauth: { scheme: bearer, secret_ref: 'secret://a/b' }",
      ),
      /belongs to an http binding/,
    ],
  ])('%s', (_name, text, expected) => {
    const said = complaint(text);
    if (typeof expected === 'string') expect(said).toBe(expected);
    else expect(said).toMatch(expected);
  });

  const http = (binding: string, more = ''): string =>
    minimal('1.0.0', `binding: { http: { server: s, ${binding} } }\n${more}`);

  test.each([
    [
      'a path without its value',
      http("method: GET, path: '/x/{id}', parameters: [{ name: id, in: query }]"),
      /\{id\} has no parameter/,
    ],
    [
      'an optional path value',
      http("method: GET, path: '/x/{id}', parameters: [{ name: id, in: path }]"),
      /make the input required/,
    ],
    [
      'a parameter of no path',
      http("method: GET, path: '/x', parameters: [{ name: id, in: path }]"),
      /is not in the path/,
    ],
    [
      'a parameter of no input',
      http("method: GET, path: '/x', parameters: [{ name: id, in: query }, { name: no, in: query }]"),
      /has no no/,
    ],
    ['an input that is sent nowhere', http("method: GET, path: '/x'"), /the input id is sent nowhere/],
    ['a body on GET', http("method: GET, path: '/x', body: json"), /GET has no body/],
    [
      'a reserved header',
      http("method: GET, path: '/x', parameters: [{ name: Authorization, in: header, from: /id }]"),
      /not for arguments/,
    ],
    [
      'a redirected write',
      http("method: POST, path: '/x', body: json, redirects: same-origin"),
      /never redirected/,
    ],
    ['an address in the path', http("method: POST, path: 'https://x/', body: json"), /begin with \//],
    [
      'an undeclared code',
      http("method: POST, path: '/x', body: json", 'errors: [{ status: 404, code: NOPE }]'),
      /NOPE is not among/,
    ],
    [
      'an error rule that fits all',
      http("method: POST, path: '/x', body: json", 'errors: [{ code: NOT_FOUND }]'),
      /would fit every answer/,
    ],
  ])('%s', (_name, text, expected) => {
    expect(complaint(text)).toMatch(expected);
  });
});
