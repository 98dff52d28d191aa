import { hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import { createExpiringCache } from '../expiring-cache.ts';
import type { KeyProvider } from '../key/key-provider.ts';
import { KEY_BYTES } from '../key/key-ring.ts';
import { tupleBytes } from '../key/tuple-bytes.ts';
import { addressOf } from '../l2-profile/address.ts';
import { type SubjectScope, tupleKey } from '../scope.ts';
import { keyIdOf, type SubjectKey, subjectKey } from './subject-key.ts';

export interface SubjectKeys {
  /** The user's key, made when there is none: also after an erasure, which destroys the one before. */
  of(scope: SubjectScope): Promise<SubjectKey>;
  /** What opens a token; null when an erasure has destroyed it. */
  opening(token: string): Promise<SubjectKey | null>;
}

export interface SubjectKeyring extends SubjectKeys {
  /** Drops what this process still holds of a user's key. */
  forget(scope: SubjectScope): void;
  close(): void;
}

/** How long another process may still hold a key that an erasure has destroyed. */
const HELD_MS = 60_000;
const HELD_LIMIT = 10_000;

interface KeyRow {
  readonly id: string;
  readonly tenant: string;
  readonly domain: string;
  readonly subject: string;
  readonly salt: Uint8Array;
}

/**
 * Keys derived (HKDF, RFC 5869) from the server's stable index key and a random salt a user; they outlive every
 * rotation of the domain keys and need no session. Deleting the salt destroys the key.
 */
export function createSubjectKeys(store: Store, keys: KeyProvider, clock: Clock): SubjectKeyring {
  const held = createExpiringCache<SubjectKey>({ clock, ttlMs: HELD_MS, limit: HELD_LIMIT });
  const idsOf = createExpiringCache<{ readonly id: string }>({ clock, ttlMs: HELD_MS, limit: HELD_LIMIT });
  const placeOf = ({ tenant, domain, subject }: SubjectScope): string => tupleKey(tenant, domain, subject);

  const hold = async ({ id, tenant, domain, subject, salt }: KeyRow): Promise<SubjectKey> => {
    const about = tupleBytes(['hermes subject key 1', tenant, domain, subject, id]);
    const key = subjectKey(
      id,
      new Uint8Array(hkdfSync('sha256', await keys.indexKey(), salt, about, KEY_BYTES)),
    );
    held.set(id, key);
    return key;
  };

  return {
    async of(scope) {
      const known = idsOf.get(placeOf(scope));
      const ready = known === undefined ? undefined : held.get(known.id);
      if (ready !== undefined) return ready;
      const { tenant, domain, subject } = await addressOf(keys, scope);
      const find = () =>
        store.all<KeyRow>('SELECT * FROM subject_key WHERE tenant = $1 AND domain = $2 AND subject = $3', [
          tenant,
          domain,
          subject,
        ]);
      let [row] = await find();
      if (row === undefined) {
        await store.run(
          `INSERT INTO subject_key (id, tenant, domain, subject, salt) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (tenant, domain, subject) DO NOTHING`,
          [randomBytes(9).toString('base64url'), tenant, domain, subject, randomBytes(KEY_BYTES)],
        );
        [row] = await find();
      }
      idsOf.set(placeOf(scope), { id: row!.id });
      return hold(row!);
    },
    async opening(token) {
      const id = keyIdOf(token);
      const ready = held.get(id);
      if (ready !== undefined) return ready;
      const [row] = await store.all<KeyRow>('SELECT * FROM subject_key WHERE id = $1', [id]);
      return row === undefined ? null : hold(row);
    },
    forget(scope) {
      const known = idsOf.get(placeOf(scope));
      if (known === undefined) return;
      held.delete(known.id);
      idsOf.delete(placeOf(scope));
    },
    close() {
      held.close();
      idsOf.close();
    },
  };
}
