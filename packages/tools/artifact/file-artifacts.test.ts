import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@hermes-agent/core';
import { createFakeClock } from '@hermes-agent/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { artifactStoreConformance } from '../conformance/index.ts';
import { makeFolder } from '../testing/agent-folder.ts';
import { createFileArtifacts } from './file-artifacts.ts';
import { createAesSealer, type Sealer } from './sealer.ts';
import type { ArtifactOwner } from './store.ts';

const owner: ArtifactOwner = { tenant: 'local', subject: 'user-1' };
const about = { mediaType: 'text/plain', name: 'a.txt', owner };
const secret = Buffer.from('a private sentence');

const folders: string[] = [];
const freshFolder = async (): Promise<string> => {
  const folder = await makeFolder({});
  folders.push(folder);
  return join(folder, 'artifacts');
};
afterAll(async () => {
  for (const folder of folders) await rm(join(folder), { recursive: true, force: true });
});

const keys = new Map<string, Uint8Array>();
const sealer = createAesSealer(({ tenant, subject }) => {
  const name = `${tenant}/${subject}`;
  if (!keys.has(name)) keys.set(name, randomBytes(32));
  return Promise.resolve(keys.get(name)!);
});

for (const [form, sealing] of [
  ['open', undefined],
  ['sealed', sealer],
] as const satisfies readonly (readonly [string, Sealer | undefined])[]) {
  describe(`${form} file artifacts`, () => {
    for (const { name, run } of artifactStoreConformance) {
      test(name, async () => {
        let offset = 0;
        const clock: Clock = { ...createFakeClock(), now: () => 1_700_000_000_000 + offset };
        const folder = await freshFolder();
        const store = createFileArtifacts({
          folder,
          clock,
          ...(sealing === undefined ? {} : { sealer: sealing }),
        });
        await run(store, (milliseconds) => {
          offset += milliseconds;
        });
      });
    }
  });
}

test('a flipped bit is noticed, in the content and in the header', async () => {
  for (const sealing of [undefined, sealer]) {
    const folder = await freshFolder();
    const store = createFileArtifacts({ folder, ...(sealing === undefined ? {} : { sealer: sealing }) });
    const ref = await store.put(secret, about);
    const bytes = await readFile(join(folder, ref.artifact));
    const tampered = Buffer.from(bytes);
    tampered[tampered.length - 1]! ^= 1;
    await writeFile(join(folder, ref.artifact), tampered);
    await expect(store.get(ref, owner)).rejects.toMatchObject({ code: 'ARTIFACT_NOT_FOUND' });
    const stolen = { ...owner, subject: 'user-2' };
    await writeFile(
      join(folder, ref.artifact),
      Buffer.from(bytes.toString('latin1').replace('user-1', 'user-2'), 'latin1'),
    );
    if (sealing !== undefined) {
      await expect(store.get(ref, stolen)).rejects.toMatchObject({ code: 'ARTIFACT_NOT_FOUND' });
    }
  }
});

test('sealed content is not on the disk, and is gone with its key', async () => {
  const folder = await freshFolder();
  const store = createFileArtifacts({ folder, sealer });
  const ref = await store.put(secret, about);
  expect(await readFile(join(folder, ref.artifact), 'latin1')).not.toContain('private');
  keys.set('local/user-1', randomBytes(32));
  await expect(store.get(ref, owner)).rejects.toMatchObject({ code: 'ARTIFACT_NOT_FOUND' });
  await expect(createFileArtifacts({ folder }).get(ref, owner)).rejects.toMatchObject({
    code: 'ARTIFACT_NOT_FOUND',
  });
});

test('files are for this user alone, and half-written ones are swept', async () => {
  const folder = await freshFolder();
  const store = createFileArtifacts({ folder });
  const ref = await store.put(secret, about);
  if (process.platform !== 'win32') {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, ref.artifact))).mode & 0o777).toBe(0o600);
  }
  const partial = join(folder, `${ref.artifact}.partial`);
  await writeFile(partial, 'half');
  await utimes(partial, new Date(0), new Date(0));
  expect(await store.sweep(60_000)).toBe(1);
  expect(await readdir(folder)).toEqual([ref.artifact]);
});
