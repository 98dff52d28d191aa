import { createHmac } from 'node:crypto';
import { open, sealAlike } from '../key/seal.ts';

/** A key that belongs to one user in one domain, for records outside the profile. */
export interface SubjectKey {
  /** `<key id>.<base64url>`: says itself which key opens it. Equal texts give equal tokens under one key. */
  seal(text: string): string;
  /** Throws `DECRYPTION_FAILED` for what another key sealed, or a changed token. */
  open(token: string): string;
  /** A keyed digest (HMAC-SHA256, hex): nobody without the key can test a guess against it. */
  digest(text: string): string;
}

export function subjectKey(id: string, bytes: Uint8Array): SubjectKey {
  const context = ['record', id];
  return {
    seal: (text) => `${id}.${sealAlike(bytes, Buffer.from(text, 'utf8'), context).toString('base64url')}`,
    open: (token) =>
      open(bytes, Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url'), context).toString('utf8'),
    digest: (text) => createHmac('sha256', bytes).update('digest').update(text).digest('hex'),
  };
}

/** The id of the key that sealed a token. */
export const keyIdOf = (token: string): string => token.split('.', 1)[0]!;
