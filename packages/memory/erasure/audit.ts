import type { Queries } from '@hermes-agent/store';
import type { ProfileAddress } from '../l2-profile/address.ts';

/** Records that `versions` versions of a field were made unreadable. */
export async function recordErasure(
  queries: Queries,
  address: ProfileAddress,
  entry: {
    readonly field: string;
    readonly reason: string;
    readonly atMs: number;
    readonly versions: number;
  },
): Promise<void> {
  await queries.run(
    `INSERT INTO memory_audit (at_ms, action, tenant, domain, subject, field, reason, versions)
     VALUES ($1, 'erased', $2, $3, $4, $5, $6, $7)`,
    [entry.atMs, address.tenant, address.domain, address.subject, entry.field, entry.reason, entry.versions],
  );
}

/** When the field was last erased, in milliseconds since the epoch; null when it never was. */
export async function lastErasure(
  queries: Queries,
  address: ProfileAddress,
  field: string,
): Promise<number | null> {
  const [row] = await queries.all<{ at_ms: number | null }>(
    `SELECT MAX(at_ms) AS at_ms FROM memory_audit
     WHERE tenant = $1 AND domain = $2 AND subject = $3 AND field = $4 AND action = 'erased'`,
    [address.tenant, address.domain, address.subject, field],
  );
  return row?.at_ms ?? null;
}
