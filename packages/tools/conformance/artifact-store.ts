import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { HermesError } from '@hermes-agent/core';
import {
  type ArtifactDescription,
  type ArtifactOwner,
  type ArtifactStore,
  MOST_ARTIFACT_BYTES,
} from '../artifact/store.ts';

/** One thing every artifact store does. `store` is empty, and `advance` moves its clock on. */
export interface ArtifactStoreCase {
  readonly name: string;
  run(store: ArtifactStore, advance: (milliseconds: number) => void): Promise<void>;
}

const owner: ArtifactOwner = { tenant: 'local', subject: 'user-1' };
const about: ArtifactDescription = { mediaType: 'application/pdf', name: '销售报告.pdf', owner };
const content = Buffer.from('%PDF-1.7 with 中文 inside');
const unknownId = '00000000-0000-7000-8000-000000000000';

/** Runs under any test framework: `for (const { name, run } of artifactStoreConformance) test(name, …)`. */
export const artifactStoreConformance: readonly ArtifactStoreCase[] = [
  {
    name: 'gives back what was put, and says what it is',
    async run(store) {
      const ref = await store.put(content, about);
      assert.deepEqual(
        { ...ref, artifact: '' },
        {
          artifact: '',
          sha256: createHash('sha256').update(content).digest('hex'),
          media_type: 'application/pdf',
          bytes: content.length,
          name: '销售报告.pdf',
        },
      );
      assert.deepEqual(Buffer.from(await store.get(ref, owner)), content);
      assert.deepEqual((await store.describe(ref.artifact))?.ref, ref);
      assert.deepEqual((await store.describe(ref.artifact))?.owner, owner);
    },
  },
  {
    name: 'takes a stream, and nothing at all',
    async run(store) {
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield content.subarray(0, 5);
        yield content.subarray(5);
      }
      assert.deepEqual(Buffer.from(await store.get(await store.put(pieces(), about), owner)), content);
      assert.equal((await store.get(await store.put(new Uint8Array(), about), owner)).length, 0);
    },
  },
  {
    name: 'gives each content an id of its own',
    async run(store) {
      const ids = await Promise.all(Array.from({ length: 20 }, () => store.put(content, about)));
      assert.equal(new Set(ids.map(({ artifact }) => artifact)).size, 20);
    },
  },
  {
    name: 'shows nothing to another subject or tenant',
    async run(store) {
      const ref = await store.put(content, about);
      await rejects(store.get(ref, { ...owner, subject: 'user-2' }), 'ARTIFACT_NOT_FOUND');
      await rejects(store.get(ref, { ...owner, tenant: 'other' }), 'ARTIFACT_NOT_FOUND');
      assert.equal(await store.delete(ref.artifact, { ...owner, subject: 'user-2' }), false);
      assert.deepEqual(Buffer.from(await store.get(ref, owner)), content);
    },
  },
  {
    name: 'refuses a reference whose digest is another',
    async run(store) {
      const ref = await store.put(content, about);
      await rejects(store.get({ ...ref, sha256: '0'.repeat(64) }, owner), 'ARTIFACT_NOT_FOUND');
    },
  },
  {
    name: 'knows nothing of an id that was never given, nor of a path',
    async run(store) {
      const ref = await store.put(content, about);
      for (const artifact of [unknownId, '../escape', '', `${ref.artifact}/../${ref.artifact}`]) {
        await rejects(store.get({ ...ref, artifact }, owner), 'ARTIFACT_NOT_FOUND');
        assert.equal(await store.describe(artifact), null);
        assert.equal(await store.delete(artifact, owner), false);
      }
    },
  },
  {
    name: 'refuses more than 25 MB, whole or in pieces',
    async run(store) {
      const half = new Uint8Array(MOST_ARTIFACT_BYTES / 2 + 1);
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield half;
        yield half;
      }
      await rejects(store.put(pieces(), about), 'ARTIFACT_TOO_LARGE');
    },
  },
  {
    name: 'refuses a name that is a path, and what is no media type',
    async run(store) {
      for (const name of ['', '../x', 'a/b', 'a\\b', 'a\nb', 'x'.repeat(201)]) {
        await rejects(store.put(content, { ...about, name }), 'INVALID_ARGUMENT');
      }
      await rejects(store.put(content, { ...about, mediaType: 'pdf\r\nx: y' }), 'INVALID_ARGUMENT');
    },
  },
  {
    name: 'forgets what is deleted',
    async run(store) {
      const ref = await store.put(content, about);
      assert.equal(await store.delete(ref.artifact, owner), true);
      assert.equal(await store.delete(ref.artifact, owner), false);
      await rejects(store.get(ref, owner), 'ARTIFACT_NOT_FOUND');
    },
  },
  {
    name: 'sweeps by age',
    async run(store, advance) {
      const old = await store.put(content, about);
      advance(10_000);
      const young = await store.put(content, about);
      assert.equal(await store.sweep(5000), 1);
      await rejects(store.get(old, owner), 'ARTIFACT_NOT_FOUND');
      assert.deepEqual(Buffer.from(await store.get(young, owner)), content);
    },
  },
];

const rejects = (promise: Promise<unknown>, code: string): Promise<void> =>
  assert.rejects(promise, (error) => error instanceof HermesError && error.code === code);
