import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { HermesError } from '../error/hermes-error.ts';
import { parseYaml, readYaml } from './read-yaml.ts';

const schema = z.strictObject({
  name: z.string(),
  steps: z.array(z.strictObject({ id: z.string(), limit: z.number().optional() })).default([]),
});
const parse = (text: string, using: z.ZodType = schema): unknown =>
  parseYaml(text, 'flow.yaml', using, 'core');

function refusalOf(text: string, using: z.ZodType = schema): HermesError {
  try {
    parse(text, using);
  } catch (thrown) {
    return thrown as HermesError;
  }
  throw new Error('It was accepted');
}

test('a good document comes back as the schema has it', () => {
  expect(parse('name: no\nsteps:\n  - id: a\n')).toEqual({ name: 'no', steps: [{ id: 'a' }] });
});

describe('says where it is wrong and what was expected', () => {
  test.each([
    ['a wrong type', 'name: a\nsteps:\n  - id: a\n    limit: soon\n', '4:12', /^steps\.0\.limit: .*number/],
    ['a missing key, at what lacks it', 'name: a\nsteps:\n  - limit: 1\n', '3:5', /^steps\.0\.id: .*string/],
    [
      'a key too many, at the key',
      'name: a\nsteps:\n  - id: a\n    color: red\n',
      '4:5',
      /Unrecognized key: "color"/,
    ],
    ['a key twice', 'name: a\nname: b\n', '2:1', /unique/],
    ['an unclosed quote', 'name: "a\n', /^[12]:\d+$/, /quote/],
    ['a tab', 'name: a\nsteps:\n\t- id: a\n', /^3:\d+$/, /Tabs/],
    ['an unknown tag', 'name: !secret a\n', '1:7', /tag/],
    ['a second document', 'name: a\n---\nname: b\n', '2:1', /^Source contains multiple documents$/],
    ['an alias to nothing', 'name: a\nsteps: *other\n', '2:8', /Unresolved alias.*other/],
    ['an empty document', '', '1:1', /object/],
    ['a list at the top', '- a\n', '1:1', /object/],
  ])('%s', (_what, text, position, words) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatchObject({ code: 'DOCUMENT_INVALID', layer: 'core' });
    expect(refusal.message).toMatch(words);
    const found = refusal.where!.replace('flow.yaml:', '');
    if (typeof position === 'string') expect(found).toBe(position);
    else expect(found).toMatch(position);
  });

  test('a union tells of the alternative that fits best', () => {
    const step = z.union([
      z.string(),
      z.strictObject({ tool: z.string(), version: z.string() }),
      z.strictObject({ wait: z.number() }),
    ]);
    const refusal = refusalOf('steps:\n  - tool: a\n    version: 1\n', z.object({ steps: z.array(step) }));
    expect(refusal.where).toBe('flow.yaml:3:14');
    expect(refusal.message).toMatch(/^steps\.0\.version: .*string.*number/);
  });

  test('everything that was found is in the details', () => {
    const refusal = refusalOf('name: 1\nsteps:\n  - id: 2\n');
    expect(refusal.details.issues).toMatchObject([
      { where: 'flow.yaml:1:7', path: 'name' },
      { where: 'flow.yaml:3:9', path: 'steps.0.id' },
    ]);
  });

  test('aliases that multiply', () => {
    const doubling = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
    const text = ['a0: &a0 x', ...doubling].join('\n');
    expect(refusalOf(text, z.any()).message).toMatch(/Excessive alias count/);
  });

  test('a wrong value is found at any depth of any document', () => {
    const key = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 6 }), fc.boolean(), (path, flow) => {
        const nested = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'WRONG');
        const text = stringify(nested, { collectionStyle: flow ? 'flow' : 'block' });
        const strict = path.reduceRight<z.ZodType>((inner, name) => z.object({ [name]: inner }), z.number());
        const refusal = refusalOf(text, strict);
        const [line, column] = refusal.where!.split(':').slice(1).map(Number);
        expect(text.split('\n')[line! - 1]!.slice(column! - 1)).toMatch(/^WRONG/);
      }),
    );
  });
});

describe('from a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hermes-core-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('with a byte order mark and Windows line ends', async () => {
    const file = join(folder, 'a.yaml');
    await writeFile(file, '\uFEFFname: 张\r\nsteps: []\r\n');
    expect(await readYaml(file, schema, 'core')).toEqual({ name: '张', steps: [] });
  });

  test('one that is not there says which', async () => {
    const file = join(folder, 'none.yaml');
    await expect(readYaml(file, schema, 'tools')).rejects.toMatchObject({
      code: 'DOCUMENT_INVALID',
      layer: 'tools',
      where: file,
      hint: expect.stringContaining('exists'),
    });
  });
});
