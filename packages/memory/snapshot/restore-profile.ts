import { appendVersion } from '../l2-profile/append-version.ts';
import { commit, type Profile } from '../l2-profile/profile.ts';

interface StateRow {
  readonly field: string;
  readonly origin: string | null;
  readonly kept_from_ms: number | null;
  readonly data_key_id: string | null;
  readonly sealed: Uint8Array | null;
}

/**
 * Brings every field back to what it was at version `toSeq`, by appending the old ciphertexts as new versions: the
 * way back is itself on record and can be taken back. Needs no key. What was erased stays erased, because its
 * versions are empty. Resolves to the fields that changed; the same `source` restores once.
 */
export async function restoreProfile(profile: Profile, toSeq: number, source: string): Promise<string[]> {
  const { address, clock } = profile;
  const place = [address.tenant, address.domain, address.subject];
  return commit(profile, async (queries) => {
    const changed = await queries.all<StateRow>(
      `SELECT head.field, old.origin, old.kept_from_ms, old.data_key_id, old.sealed
       FROM (SELECT field, MAX(seq) AS newest, MAX(CASE WHEN seq <= $4 THEN seq END) AS wanted
             FROM profile_version WHERE tenant = $1 AND domain = $2 AND subject = $3 GROUP BY field) span
       JOIN profile_version head ON head.seq = span.newest
       LEFT JOIN profile_version old ON old.seq = span.wanted AND old.sealed IS NOT NULL
       WHERE span.newest > $4
         AND NOT EXISTS (SELECT 1 FROM profile_version done
           WHERE done.tenant = $1 AND done.domain = $2 AND done.subject = $3
             AND done.field = head.field AND done.source = $5)
         AND (head.sealed IS NOT NULL OR old.sealed IS NOT NULL)
       ORDER BY head.field`,
      [...place, toSeq, source],
    );
    const atMs = clock.now();
    for (const { field, origin, kept_from_ms, data_key_id, sealed } of changed) {
      await appendVersion(queries, address, {
        field,
        source,
        origin: origin ?? source,
        atMs,
        keptFromMs: kept_from_ms ?? atMs,
        dataKeyId: data_key_id,
        sealed,
      });
    }
    return changed.map(({ field }) => field);
  });
}
