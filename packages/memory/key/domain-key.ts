import { hkdfSync } from 'node:crypto';
import { HermesError } from '@hermes-agent/core';
import type { DomainScope } from '../scope.ts';
import type { KeyProvider } from './key-provider.ts';
import { KEY_BYTES } from './key-ring.ts';
import { tupleBytes } from './tuple-bytes.ts';

/**
 * The key-encryption key of one domain under one server key: HKDF-SHA256 (RFC 5869) over the server's half and,
 * when the session presents one, the session's half. 32 bytes.
 *
 * Throws `KEY_UNKNOWN` for a key id the provider does not hold, `INVALID_ARGUMENT` for a session half that is
 * not 32 bytes.
 */
export async function deriveDomainKey(
  keys: KeyProvider,
  keyId: string,
  scope: DomainScope,
  sessionHalf: Uint8Array | undefined,
): Promise<Buffer> {
  if (sessionHalf !== undefined && sessionHalf.length !== KEY_BYTES) {
    throw new HermesError('INVALID_ARGUMENT', `A session key has ${KEY_BYTES} bytes`, { layer: 'memory' });
  }
  const halves = Buffer.concat([await keys.serverHalf(keyId), sessionHalf ?? Buffer.alloc(0)]);
  const salt = tupleBytes([scope.tenant, scope.domain, keyId]);
  return Buffer.from(hkdfSync('sha256', halves, salt, 'hermes memory domain key 1', KEY_BYTES));
}
