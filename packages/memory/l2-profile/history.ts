import { fieldOf } from '../domain/declaration.ts';
import type { Profile } from './profile.ts';

/** One version of a field, without its value. Older than the current one is `deprecated`. */
export interface VersionEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly source: string;
  readonly state: 'current' | 'deprecated' | 'removed' | 'erased';
}

/** The newest versions of a field, newest first, at most `limit`. Throws `FIELD_NOT_DECLARED`. */
export async function readHistory(profile: Profile, field: string, limit: number): Promise<VersionEntry[]> {
  const { store, domain, address } = profile;
  fieldOf(domain, field);
  const rows = await store.all<{
    seq: number;
    at_ms: number;
    source: string;
    held: number;
    erased: number;
  }>(
    `SELECT seq, at_ms, source,
       CASE WHEN sealed IS NULL THEN 0 ELSE 1 END AS held, CASE WHEN erased_ms IS NULL THEN 0 ELSE 1 END AS erased
     FROM profile_version WHERE tenant = $1 AND domain = $2 AND subject = $3 AND field = $4
     ORDER BY seq DESC LIMIT $5`,
    [address.tenant, address.domain, address.subject, field, limit],
  );
  return rows.map((row, index) => ({
    seq: row.seq,
    atMs: row.at_ms,
    source: row.source,
    state: row.erased ? 'erased' : row.held === 0 ? 'removed' : index === 0 ? 'current' : 'deprecated',
  }));
}
