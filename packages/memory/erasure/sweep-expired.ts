import type { Clock } from '@hermes-agent/core';
import type { Queries, Store } from '@hermes-agent/store';
import type { Domain, Field } from '../domain/declaration.ts';
import type { ProfileAddress } from '../l2-profile/address.ts';
import type { DomainScope } from '../scope.ts';
import { takeWriterLock } from '../writer-lock.ts';
import { shred } from './erase-fields.ts';

const PROFILES_A_COMMIT = 200;

/**
 * Erases every field whose newest value has outlived its retention: older ones have too, so the salt can go. Works
 * in short commits under the domain's lock; between them others write, and a field written meanwhile stays.
 */
export async function sweepExpired(
  store: Store,
  clock: Clock,
  domains: readonly Domain[],
  signal?: AbortSignal,
): Promise<number> {
  let versions = 0;
  for (const domain of domains) {
    const tenants = await store.all<{ tenant: string }>(
      'SELECT DISTINCT tenant FROM profile_keybag WHERE domain = $1',
      [domain.name],
    );
    for (const { tenant } of tenants) {
      for (const field of domain.fields.values()) {
        if (field.retentionMs === null) continue;
        versions += await sweepField(store, clock, { tenant, domain: domain.name }, field, signal);
      }
    }
  }
  return versions;
}

async function sweepField(
  store: Store,
  clock: Clock,
  scope: DomainScope,
  { name, retentionMs }: Field,
  signal?: AbortSignal,
): Promise<number> {
  let versions = 0;
  for (;;) {
    signal?.throwIfAborted();
    const swept = await store.transaction(async (queries) => {
      await takeWriterLock(queries, store.dialect, 'profile', scope.tenant, scope.domain);
      const nowMs = clock.now();
      const expired = await findExpired(queries, scope, name, nowMs - retentionMs!);
      for (const address of expired) versions += await shred(queries, address, name, 'retention', nowMs);
      return expired.length;
    });
    if (swept < PROFILES_A_COMMIT) return versions;
  }
}

function findExpired(
  queries: Queries,
  scope: DomainScope,
  field: string,
  keptSinceMs: number,
): Promise<ProfileAddress[]> {
  return queries.all<ProfileAddress>(
    `SELECT s.tenant, s.domain, s.subject FROM profile_salt s
     WHERE s.tenant = $1 AND s.domain = $2 AND s.field = $3 AND NOT EXISTS (
       SELECT 1 FROM profile_version v
       WHERE v.tenant = s.tenant AND v.domain = s.domain AND v.subject = s.subject AND v.field = s.field
         AND v.kept_from_ms > $4)
     ORDER BY s.subject LIMIT ${PROFILES_A_COMMIT}`,
    [scope.tenant, scope.domain, field, keptSinceMs],
  );
}
