import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ArtifactOwner } from './store.ts';

/** Closes content under its owner's key. `about` is bound to it: one cannot be exchanged for another's. */
export interface Sealer {
  seal(plain: Uint8Array, owner: ArtifactOwner, about: Uint8Array): Promise<Uint8Array>;
  /** Throws when the key is gone or anything was changed. */
  open(sealed: Uint8Array, owner: ArtifactOwner, about: Uint8Array): Promise<Uint8Array>;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key of 32 bytes per owner and a random nonce per content: nonce, tag, ciphertext. Destroying
 * the owner's key erases everything that was sealed with it.
 */
export function createAesSealer(keyOf: (owner: ArtifactOwner) => Promise<Uint8Array>): Sealer {
  return {
    async seal(plain, owner, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await keyOf(owner), nonce).setAAD(about);
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    async open(sealed, owner, about) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', await keyOf(owner), nonce, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(about)
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
