import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveDomainKey } from './domain-key.ts';
import { environmentKeys, INDEX_KEY_VARIABLE, KEYS_VARIABLE } from './environment-keys.ts';
import { fileKeys } from './file-keys.ts';
import { createKeyRing } from './key-ring.ts';

const scope = { tenant: 'acme', domain: 'retail' };
const bytes = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a key file', () => {
  test('is made once, for the owner only, however many start at the same time', async () => {
    const file = join(folder, 'data', 'memory.keys');
    const providers = await Promise.all(Array.from({ length: 8 }, () => fileKeys(file)));
    const ids = new Set(await Promise.all(providers.map((provider) => provider.currentKeyId('retail'))));
    expect(ids.size).toBe(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['memory.keys']);
    const [id] = ids;
    const again = await fileKeys(file);
    expect(await again.serverHalf(id!)).toEqual(await providers[0]!.serverHalf(id!));
  });

  test('that everyone may read, or that is broken, is refused without quoting it', async () => {
    const open = join(folder, 'open.keys');
    await writeFile(open, '{}', { mode: 0o644 });
    await expect(fileKeys(open)).rejects.toMatchObject({ code: 'NOT_CONFIGURED', where: open });
    const broken = join(folder, 'broken.keys');
    await writeFile(broken, '{"version":1,"keys":{"a":"c2VjcmV0"}', { mode: 0o600 });
    const thrown: Error = await fileKeys(broken).then(
      () => expect.unreachable(),
      (cause: Error) => cause,
    );
    expect(thrown).toMatchObject({ code: 'DOCUMENT_INVALID' });
    expect(`${thrown.stack}${thrown.cause}`).not.toContain('c2VjcmV0');
    expect(await readFile(broken, 'utf8')).toContain('c2VjcmV0');
  });
});

describe('keys from the environment', () => {
  const key = Buffer.from(bytes(7)).toString('base64');

  test('the first is current, all can be asked for', async () => {
    const keys = environmentKeys({ [KEYS_VARIABLE]: `k2:${key}, k1:${key}`, [INDEX_KEY_VARIABLE]: key })!;
    expect(await keys.currentKeyId('retail')).toBe('k2');
    expect(Buffer.from(await keys.serverHalf('k1'))).toEqual(Buffer.from(bytes(7)));
    await expect(keys.serverHalf('k3')).rejects.toMatchObject({ code: 'KEY_UNKNOWN' });
  });

  test.each([
    { [KEYS_VARIABLE]: `k1:${key}` },
    { [INDEX_KEY_VARIABLE]: key },
    { [KEYS_VARIABLE]: 'k1:short', [INDEX_KEY_VARIABLE]: key },
    { [KEYS_VARIABLE]: `k1:${key}`, [INDEX_KEY_VARIABLE]: 'short' },
  ])('half a setting is refused: %#', (environment) => {
    expect(() => environmentKeys(environment)).toThrow(expect.objectContaining({ code: 'NOT_CONFIGURED' }));
  });

  test('nothing set is no provider', () => {
    expect(environmentKeys({})).toBeNull();
  });
});

test('a domain key differs by tenant, domain, server key and session half', async () => {
  const keys = createKeyRing({
    current: 'k1',
    keys: new Map([
      ['k1', bytes(1)],
      ['k2', bytes(1)],
    ]),
    indexKey: bytes(3),
  });
  const derived = await Promise.all([
    deriveDomainKey(keys, 'k1', scope, undefined),
    deriveDomainKey(keys, 'k2', scope, undefined),
    deriveDomainKey(keys, 'k1', { tenant: 'acme', domain: 'wealth' }, undefined),
    deriveDomainKey(keys, 'k1', { tenant: 'acmere', domain: 'tail' }, undefined),
    deriveDomainKey(keys, 'k1', scope, bytes(4)),
    deriveDomainKey(keys, 'k1', scope, bytes(5)),
  ]);
  expect(new Set(derived.map((key) => key.toString('hex'))).size).toBe(derived.length);
  await expect(deriveDomainKey(keys, 'k1', scope, bytes(4).subarray(1))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
