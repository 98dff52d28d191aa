import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../../testing/agent-folder.ts';
import { bundleFunction } from './bundle.ts';

let folder = '';
let entry = '';
let cache = '';
beforeAll(async () => {
  folder = await makeFolder({
    'tool/index.ts': `import { word } from './word.ts'; export default (): string => word;`,
    'tool/word.ts': `export const word: string = 'first';`,
  });
  entry = join(folder, 'tool/index.ts');
  cache = join(folder, 'cache');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a bundle is made once, and again only when one of its modules has changed', async () => {
  const first = await bundleFunction(entry, cache);
  const made = await readdir(cache);
  expect(await bundleFunction(entry, cache)).toBe(first);
  await utimes(entry, new Date(), new Date());
  expect(await bundleFunction(entry, cache)).toBe(first);
  expect(await readdir(cache)).toEqual(made);
  await writeFile(join(folder, 'tool/word.ts'), `export const word: string = 'second';`);
  expect(await bundleFunction(entry, cache)).not.toBe(first);
});

test('a bundle that was tampered with is made again', async () => {
  const bundle = await bundleFunction(entry, cache);
  await writeFile(bundle, 'process.exit(1)');
  expect(await bundleFunction(entry, cache)).toBe(bundle);
});

test('an entry without a default export is refused', async () => {
  await writeFile(join(folder, 'tool/none.ts'), 'export const tool = 1;');
  await expect(bundleFunction(join(folder, 'tool/none.ts'), cache)).rejects.toMatchObject({
    code: 'CONTRACT_INVALID',
  });
});
