import { asHermesError, HermesError, type JsonValue } from '@hermes-agent/core';
import { type Field, fieldOf } from '../domain/declaration.ts';
import { openField } from './field-cipher.ts';
import { type DataKey, openKeybag } from './keybag.ts';
import type { Profile, ProfileReading } from './profile.ts';

interface VersionRow {
  readonly field: string;
  readonly origin: string;
  readonly kept_from_ms: number;
  readonly data_key_id: string;
  readonly sealed: Uint8Array;
  readonly salt: Uint8Array;
}

export interface ReadFields {
  /** The fields wanted; all declared ones when left out. */
  readonly fields?: readonly string[] | undefined;
  /** Read as of this version number, itself included; the newest when left out. */
  readonly upTo?: number | undefined;
}

/**
 * The current value of each field, by one indexed look-up a field. What was removed, erased, or has outlived its
 * retention is not there, whether or not anything swept it.
 *
 * Throws `FIELD_NOT_DECLARED`, and `DECRYPTION_FAILED` or `KEY_UNKNOWN` when the profile's own key cannot be had.
 */
export async function readFields(profile: Profile, wanted: ReadFields = {}): Promise<ProfileReading> {
  const { store, domain, address, holder, logger } = profile;
  const fields = (wanted.fields ?? [...domain.fields.keys()]).map((name) => fieldOf(domain, name));
  const dataKey = fields.length === 0 ? null : await openKeybag(store, holder, address);
  if (dataKey === null) return { values: {}, unreadable: [] };

  const values: Record<string, JsonValue> = {};
  const unreadable: string[] = [];
  const rows = await latestVersions(profile, fields, wanted.upTo);
  for (const row of rows) {
    if (hasExpired(fieldOf(domain, row.field), row.kept_from_ms, profile.clock.now())) continue;
    try {
      values[row.field] = openVersion(profile, dataKey, row);
    } catch (thrown) {
      const { code } = asHermesError(thrown, 'memory');
      logger.error('A profile field cannot be opened', { domain: domain.name, field: row.field, code });
      unreadable.push(row.field);
    }
  }
  return { values, unreadable };
}

const hasExpired = (field: Field, writtenMs: number, nowMs: number): boolean =>
  field.retentionMs !== null && nowMs - writtenMs >= field.retentionMs;

function latestVersions(
  { store, address }: Profile,
  fields: readonly Field[],
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<VersionRow[]> {
  const places = fields.map((_, index) => `$${index + 5}`).join(', ');
  return store.all<VersionRow>(
    `SELECT v.field, v.origin, v.kept_from_ms, v.data_key_id, v.sealed, s.salt
     FROM profile_salt s JOIN profile_version v ON v.seq = (
       SELECT MAX(w.seq) FROM profile_version w
       WHERE w.tenant = s.tenant AND w.domain = s.domain AND w.subject = s.subject AND w.field = s.field
         AND w.seq <= $4)
     WHERE s.tenant = $1 AND s.domain = $2 AND s.subject = $3 AND s.field IN (${places})
       AND v.sealed IS NOT NULL
     ORDER BY v.field`,
    [address.tenant, address.domain, address.subject, upTo, ...fields.map(({ name }) => name)],
  );
}

function openVersion({ address }: Profile, dataKey: DataKey, row: VersionRow): JsonValue {
  if (row.data_key_id !== dataKey.id) {
    throw new HermesError('KEY_UNKNOWN', 'The data key of this version is gone', {
      layer: 'memory',
      details: { keyId: row.data_key_id },
    });
  }
  return openField(dataKey, row.salt, { address, field: row.field, origin: row.origin }, row.sealed);
}
