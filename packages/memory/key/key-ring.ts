import { HermesError } from '@hermes-agent/core';
import type { KeyProvider } from './key-provider.ts';

export const KEY_BYTES = 32;

/** Keys by id. Retired keys stay until nothing is sealed under them any more. */
export interface KeyRing {
  readonly current: string;
  readonly keys: ReadonlyMap<string, Uint8Array>;
  readonly indexKey: Uint8Array;
}

/**
 * A provider over keys already in this process; every domain uses the ring's current key.
 *
 * Throws `INVALID_ARGUMENT` when a key is not 32 bytes or the current one is missing.
 */
export function createKeyRing(ring: KeyRing): KeyProvider {
  for (const [name, key] of [...ring.keys, ['index key', ring.indexKey] as const]) {
    if (key.length !== KEY_BYTES) {
      throw new HermesError('INVALID_ARGUMENT', `The key ${name} is not ${KEY_BYTES} bytes long`, {
        layer: 'memory',
      });
    }
  }
  if (!ring.keys.has(ring.current)) throw unknownKey(ring.current);
  return {
    currentKeyId: async () => ring.current,
    async serverHalf(keyId) {
      const key = ring.keys.get(keyId);
      if (key === undefined) throw unknownKey(keyId);
      return key;
    },
    indexKey: async () => ring.indexKey,
  };
}

const unknownKey = (keyId: string): HermesError =>
  new HermesError('KEY_UNKNOWN', `The key ${keyId} is not among those present`, {
    layer: 'memory',
    hint: 'Bring back the key file or the setting this store was written with.',
    details: { keyId },
  });
