import { hkdf } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyProvider } from '@hermes-agent/memory';
import { createAesSealer, type Sealer } from '@hermes-agent/tools';

const deriveKey = promisify(hkdf);
const KEY_BYTES = 32;

/** Seals artifacts with a key of their owner's, derived (RFC 5869) from the server's stable index key. */
export function createArtifactSealer(keys: KeyProvider): Sealer {
  return createAesSealer(async ({ tenant, subject }) => {
    const info = JSON.stringify(['artifact', tenant, subject]);
    return new Uint8Array(await deriveKey('sha256', await keys.indexKey(), 'hermes-agent', info, KEY_BYTES));
  });
}
