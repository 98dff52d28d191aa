import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HermesError, isJsonObject, type JsonObject } from '@hermes-agent/core';
import type { KeyProvider } from './key-provider.ts';
import { createKeyRing, KEY_BYTES } from './key-ring.ts';

const OTHERS_MAY_READ = 0o004;

/**
 * Keys from a JSON file (`{version, current, keys: {id: base64}, index_key}`), made with mode 0600 at first use.
 * To rotate, add a key and name it as `current`; keep the old one until `rotateKeys` has gone through.
 *
 * Throws `NOT_CONFIGURED` when anyone on the machine may read the file, `DOCUMENT_INVALID` when it is broken.
 */
export async function fileKeys(file: string): Promise<KeyProvider> {
  const text = (await readIfThere(file)) ?? (await createOnce(file));
  if (process.platform !== 'win32' && ((await stat(file)).mode & OTHERS_MAY_READ) !== 0) {
    throw new HermesError('NOT_CONFIGURED', 'Everyone on this machine may read the key file', {
      layer: 'memory',
      where: file,
      hint: `Run: chmod 600 ${file}`,
    });
  }
  return parseKeyFile(file, text);
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

/**
 * Several processes may start at once on an empty data directory. Each writes its own complete file and links it
 * into place; the link of the first wins, and all of them use that one.
 */
async function createOnce(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The id is random: with a lost key file replaced, old records say which key they miss.
  const id = `file-${randomBytes(4).toString('hex')}`;
  const ring: JsonObject = {
    version: 1,
    current: id,
    keys: { [id]: randomBytes(KEY_BYTES).toString('base64') },
    index_key: randomBytes(KEY_BYTES).toString('base64'),
  };
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(ring, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
}

function parseKeyFile(file: string, text: string): KeyProvider {
  try {
    const ring: unknown = JSON.parse(text);
    if (!isJsonObject(ring) || ring.version !== 1 || !isJsonObject(ring.keys)) throw new Error('shape');
    return createKeyRing({
      current: String(ring.current),
      keys: new Map(
        Object.entries(ring.keys).map(([id, key]) => [id, Buffer.from(String(key), 'base64')] as const),
      ),
      indexKey: Buffer.from(String(ring.index_key), 'base64'),
    });
  } catch {
    // The cause is dropped on purpose: a JSON parser quotes the text it stumbles over.
    throw new HermesError('DOCUMENT_INVALID', 'The key file is not a key ring of version 1', {
      layer: 'memory',
      where: file,
      hint: 'Restore it from a backup. Without it the profiles it sealed cannot be read.',
    });
  }
}
