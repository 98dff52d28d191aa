import type { Queries } from '@hermes-agent/store';
import type { ProfileAddress } from './address.ts';

/** A version to be; `sealed` and `dataKeyId` are null for a removal. */
export interface NewVersion {
  readonly field: string;
  readonly source: string;
  readonly origin: string;
  readonly atMs: number;
  /** From when the retention of the value counts: its own writing, not a later restoring. */
  readonly keptFromMs: number;
  readonly dataKeyId: string | null;
  readonly sealed: Uint8Array | null;
}

/** Appends a version and resolves to its number. Only inside the transaction that holds the domain's lock. */
export async function appendVersion(
  queries: Queries,
  address: ProfileAddress,
  version: NewVersion,
): Promise<number> {
  const [row] = await queries.all<{ seq: number }>(
    `INSERT INTO profile_version
       (tenant, domain, subject, field, source, origin, at_ms, kept_from_ms, data_key_id, sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING seq`,
    [
      address.tenant,
      address.domain,
      address.subject,
      version.field,
      version.source,
      version.origin,
      version.atMs,
      version.keptFromMs,
      version.dataKeyId,
      version.sealed,
    ],
  );
  return row!.seq;
}
