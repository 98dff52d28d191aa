import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createIds, HermesError, type Ids, systemClock } from '@hermes-agent/core';
import { decodeFile, encodeFile, encodeHeader, MOST_HEADER_BYTES } from './file-format.ts';
import type { Sealer } from './sealer.ts';
import {
  type ArtifactOwner,
  type ArtifactRef,
  type ArtifactStore,
  MOST_ARTIFACT_BYTES,
  type StoredArtifact,
} from './store.ts';

export interface FileArtifactsOptions {
  /** Where they lie; made when missing, readable by this user alone. */
  readonly folder: string;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Left out, contents lie open on the disk. */
  readonly sealer?: Sealer;
}

/** Artifacts as files of a folder, written aside, flushed, and renamed into place. */
export function createFileArtifacts(options: FileArtifactsOptions): ArtifactStore {
  const { folder, clock = systemClock, sealer } = options;
  const ids = options.ids ?? createIds(clock);
  const made = lazily(() => mkdir(folder, { recursive: true, mode: 0o700 }));

  const readWhole = async (artifact: string): Promise<Uint8Array | null> =>
    isId(artifact) ? await readFile(join(folder, artifact)).catch(absent) : null;

  const describe = async (artifact: string): Promise<StoredArtifact | null> => {
    if (!isId(artifact)) return null;
    const file = await open(join(folder, artifact)).catch(absent);
    if (file === null) return null;
    try {
      const start = Buffer.alloc(MOST_HEADER_BYTES);
      const { bytesRead } = await file.read(start, 0, start.length, 0);
      return decodeFile(start.subarray(0, bytesRead))?.stored ?? null;
    } finally {
      await file.close();
    }
  };

  return {
    async put(content, { mediaType, name, owner }) {
      const plain = await collect(content);
      const ref: ArtifactRef = {
        artifact: ids.next(),
        sha256: digest(plain),
        media_type: checkMediaType(mediaType),
        bytes: plain.length,
        name: checkName(name),
      };
      const header = encodeHeader({ ref, owner, createdAt: clock.now() }, sealer !== undefined);
      const kept = sealer === undefined ? plain : await sealer.seal(plain, owner, header);
      await made();
      await writeDurably(folder, ref.artifact, encodeFile(header, kept));
      return ref;
    },

    async get(ref, owner) {
      const bytes = await readWhole(ref.artifact);
      const file = bytes === null ? null : decodeFile(bytes);
      if (file === null || !sameOwner(file.stored.owner, owner)) throw notFound(ref.artifact);
      if (file.sealed && sealer === undefined)
        throw notFound(ref.artifact, 'It is sealed and there is no key.');
      const plain = file.sealed
        ? await sealer!.open(file.content, owner, file.header).catch((cause: unknown) => {
            throw notFound(ref.artifact, 'Its seal does not open.', cause);
          })
        : file.content;
      const sha256 = digest(plain);
      if (sha256 !== file.stored.ref.sha256 || sha256 !== ref.sha256) {
        throw notFound(ref.artifact, 'Its content is not what was stored.');
      }
      return plain;
    },

    describe,

    async delete(artifact, owner) {
      const stored = await describe(artifact);
      if (stored === null || !sameOwner(stored.owner, owner)) return false;
      await rm(join(folder, artifact), { force: true });
      return true;
    },

    async sweep(ageMs) {
      const before = clock.now() - ageMs;
      let swept = 0;
      for (const name of (await readdir(folder).catch(absent)) ?? []) {
        const path = join(folder, name);
        const createdAt = isId(name)
          ? (await describe(name))?.createdAt
          : name.endsWith(PARTIAL)
            ? (await stat(path).catch(absent))?.mtimeMs
            : undefined;
        if (createdAt === undefined || createdAt >= before) continue;
        await rm(path, { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

const PARTIAL = '.partial';

/** An id names a file: nothing but a UUID gets near a path. */
const isId = (artifact: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(artifact);

async function writeDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const partial = join(folder, `${name}${PARTIAL}`);
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, name));
  await syncFolder(folder);
}

/** The rename itself is only durable once the folder is; Windows has no such call and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function collect(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    bytes += chunk.length;
    if (bytes > MOST_ARTIFACT_BYTES) {
      throw new HermesError('ARTIFACT_TOO_LARGE', `More than ${MOST_ARTIFACT_BYTES} bytes`, {
        layer: 'tools',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkMediaType(mediaType: string): string {
  if (/^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(mediaType) && mediaType.length <= 200) return mediaType;
  throw new HermesError('INVALID_ARGUMENT', 'An artifact needs a media type like application/pdf', {
    layer: 'tools',
  });
}

/** A name is shown and offered as a download: no path, no control characters. */
function checkName(name: string): string {
  const acceptable =
    name.length > 0 && name.length <= 200 && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name);
  if (acceptable) return name;
  throw new HermesError('INVALID_ARGUMENT', 'An artifact needs a plain file name of at most 200 characters', {
    layer: 'tools',
  });
}

const sameOwner = (left: ArtifactOwner, right: ArtifactOwner): boolean =>
  left.tenant === right.tenant && left.subject === right.subject;

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const notFound = (artifact: string, hint?: string, cause?: unknown): HermesError =>
  new HermesError('ARTIFACT_NOT_FOUND', 'There is no such artifact for this owner', {
    layer: 'tools',
    where: isId(artifact) ? artifact : 'artifact',
    ...(hint === undefined ? {} : { hint }),
    cause,
  });

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
