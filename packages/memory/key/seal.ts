import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { HermesError } from '@hermes-agent/core';
import { tupleBytes } from './tuple-bytes.ts';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D): `format(1) ‖ nonce(12) ‖ ciphertext ‖ tag(16)`.
 *
 * `context` is authenticated, not stored: what was sealed for one place cannot be opened in another. The nonce
 * comes from the system's generator and not from an injected one, because a repeated nonce gives the key away.
 */
export function seal(key: Uint8Array, plain: Uint8Array, context: readonly string[]): Buffer {
  return sealWith(randomBytes(NONCE_BYTES), key, plain, context);
}

/**
 * Seals so that equal bytes under one key and context give equal results, for what is compared or repeated while it
 * is sealed. The nonce is a keyed digest of the bytes (a synthetic one, as in RFC 5297), so that it repeats only
 * with them; `open` opens it.
 */
export function sealAlike(key: Uint8Array, plain: Uint8Array, context: readonly string[]): Buffer {
  const digest = createHmac('sha256', key)
    .update(tupleBytes(['nonce', ...context]))
    .update(plain)
    .digest();
  return sealWith(digest.subarray(0, NONCE_BYTES), key, plain, context);
}

function sealWith(nonce: Uint8Array, key: Uint8Array, plain: Uint8Array, context: readonly string[]): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(tupleBytes(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, body, cipher.getAuthTag()]);
}

/**
 * Opens what `seal` made with the same key and context.
 *
 * Throws `DECRYPTION_FAILED` for another key, another context, a changed byte or an unknown format; never
 * returns garbage.
 */
export function open(key: Uint8Array, sealed: Uint8Array, context: readonly string[]): Buffer {
  if (sealed.length < HEAD_BYTES + TAG_BYTES || sealed[0] !== FORMAT) throw failed();
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEAD_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(tupleBytes(context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw failed(cause);
  }
}

const failed = (cause?: unknown): HermesError =>
  new HermesError('DECRYPTION_FAILED', 'This key does not open this record', { layer: 'memory', cause });
