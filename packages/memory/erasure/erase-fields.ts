import type { Queries } from '@hermes-agent/store';
import type { ProfileAddress } from '../l2-profile/address.ts';
import { commit, type Profile } from '../l2-profile/profile.ts';
import { recordErasure } from './audit.ts';

/** Why something is forgotten. It goes into the audit log. */
export type ErasureReason = 'user_request' | 'retention' | 'deregistration';

/**
 * Forgets one field: its salt is removed, which makes every version of it unreadable here and in every backup that
 * has no older key bag beside it; the versions stay as empty tombstones; the audit log says so. Needs no key.
 * A field that is no longer declared can still be forgotten. Resolves to the number of versions that held something.
 */
export async function eraseField(profile: Profile, field: string, reason: ErasureReason): Promise<number> {
  return commit(profile, (queries) => shred(queries, profile.address, field, reason, profile.clock.now()));
}

/** What the audit log calls the records outside the profile, all of which one key opens. */
const RECORDS = '(records)';

/**
 * Forgets every field ever written for this user in this domain, declared today or not, and destroys the key of
 * their records elsewhere: what requests and sessions sealed with it opens no more.
 */
export async function eraseProfile(profile: Profile, reason: ErasureReason): Promise<number> {
  const { address, clock } = profile;
  return commit(profile, async (queries) => {
    const rows = await queries.all<{ field: string }>(
      'SELECT field FROM profile_salt WHERE tenant = $1 AND domain = $2 AND subject = $3 ORDER BY field',
      [address.tenant, address.domain, address.subject],
    );
    let versions = 0;
    for (const { field } of rows) versions += await shred(queries, address, field, reason, clock.now());
    const destroyed = await queries.run(
      'DELETE FROM subject_key WHERE tenant = $1 AND domain = $2 AND subject = $3',
      [address.tenant, address.domain, address.subject],
    );
    if (destroyed > 0) {
      await recordErasure(queries, address, {
        field: RECORDS,
        reason,
        atMs: clock.now(),
        versions: destroyed,
      });
    }
    return versions;
  });
}

/** Erases inside a transaction that holds the domain's lock. */
export async function shred(
  queries: Queries,
  address: ProfileAddress,
  field: string,
  reason: ErasureReason,
  atMs: number,
): Promise<number> {
  const place = [address.tenant, address.domain, address.subject, field];
  await queries.run(
    'DELETE FROM profile_salt WHERE tenant = $1 AND domain = $2 AND subject = $3 AND field = $4',
    place,
  );
  const versions = await queries.run(
    `UPDATE profile_version SET sealed = NULL, erased_ms = $5
     WHERE tenant = $1 AND domain = $2 AND subject = $3 AND field = $4 AND sealed IS NOT NULL`,
    [...place, atMs],
  );
  // Also with nothing to shred: the fence must stop a write that has not arrived yet.
  await recordErasure(queries, address, { field, reason, atMs, versions });
  return versions;
}
