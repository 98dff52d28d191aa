import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../testing/agent-folder.ts';
import { createSecretSource } from './source.ts';

test('a secret comes from a variable, a file or at hand', async () => {
  const folder = await makeFolder({ token: 'from a file\n' });
  const file = join(folder, 'token');
  const secrets = createSecretSource(
    {
      'a/env': { env: 'TOKEN' },
      'a/file': { file },
      'a/value': { value: 'at hand' },
      'a/empty': { value: '' },
      'a/none': { file: `${file}.none` },
    },
    { TOKEN: 'from a variable' },
  );
  expect(await secrets.get('a/env')).toBe('from a variable');
  expect(await secrets.get('a/file')).toBe('from a file');
  expect(await secrets.get('a/value')).toBe('at hand');
  for (const name of ['a/empty', 'a/none', 'unknown', '__proto__'])
    expect(await secrets.get(name)).toBeUndefined();
  await writeFile(file, 'rotated');
  expect(await secrets.get('a/file')).toBe('rotated');
  await rm(folder, { recursive: true, force: true });
});
