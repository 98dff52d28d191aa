import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@hermes-agent/core';
import type { Queries } from '@hermes-agent/store';
import { encodeValue, fieldOf } from '../domain/declaration.ts';
import { lastErasure } from '../erasure/audit.ts';
import { takeScope } from '../scope.ts';
import type { ProfileAddress } from './address.ts';
import { appendVersion } from './append-version.ts';
import { SALT_BYTES, sealField } from './field-cipher.ts';
import { openOrCreateKeybag } from './keybag.ts';
import { commit, type Profile } from './profile.ts';

export interface WriteOrigin {
  /** What is being remembered: a step id. One source writes each field once, however often it is repeated. */
  readonly source: string;
  /** When it was learnt, in milliseconds since the epoch; now when left out. An erasure since then wins. */
  readonly learnedMs?: number;
}

export interface WriteReceipt {
  /** The fields that got a new version now. */
  readonly written: readonly string[];
  /** The number of the newest version written; null when there was nothing left to write. */
  readonly seq: number | null;
}

/**
 * Appends one immutable version a field, all or none. Fields not mentioned keep what they have.
 *
 * Throws `FIELD_NOT_DECLARED`, `INVALID_ARGUMENT` for a value of another type, `PAYLOAD_TOO_LARGE`,
 * `DECRYPTION_FAILED`.
 */
export async function writeFields(
  profile: Profile,
  values: JsonObject,
  origin: WriteOrigin,
): Promise<WriteReceipt> {
  const { domain, clock, address, holder } = profile;
  checkSource(origin.source);
  const encoded = Object.entries(values).map(([name, value]) => {
    const field = fieldOf(domain, name);
    return { field: name, plain: encodeValue(domain, field, value) };
  });
  if (encoded.length === 0) return { written: [], seq: null };
  return commit(profile, async (queries) => {
    const dataKey = await openOrCreateKeybag(queries, holder, address);
    const atMs = clock.now();
    const written: string[] = [];
    let seq: number | null = null;
    for (const { field, plain } of encoded) {
      if (await mayNotWrite(queries, address, field, origin)) continue;
      const salt = await saltOf(queries, address, field);
      const sealed = sealField(dataKey, salt, { address, field, origin: origin.source }, plain);
      seq = await appendVersion(queries, address, {
        field,
        source: origin.source,
        origin: origin.source,
        atMs,
        keptFromMs: atMs,
        dataKeyId: dataKey.id,
        sealed,
      });
      written.push(field);
    }
    return { written, seq };
  });
}

/** A write that cannot be told apart from others could not be repeated safely, so it is refused. */
const checkSource = (source: string): void => {
  takeScope({ source }, ['source']);
};

/** Appends a version that says "nothing": the field reads as absent, its history stays. */
export async function removeField(
  profile: Profile,
  field: string,
  origin: WriteOrigin,
): Promise<WriteReceipt> {
  const { domain, clock, address } = profile;
  checkSource(origin.source);
  fieldOf(domain, field);
  return commit(profile, async (queries) => {
    if (await mayNotWrite(queries, address, field, origin)) return { written: [], seq: null };
    const atMs = clock.now();
    const seq = await appendVersion(queries, address, {
      field,
      source: origin.source,
      origin: origin.source,
      atMs,
      keptFromMs: atMs,
      dataKeyId: null,
      sealed: null,
    });
    return { written: [field], seq };
  });
}

/**
 * Whether this source has written the field already, or the field was erased after the value was learnt. Versions
 * outlive an erasure without their contents, so a repeated write cannot bring an erased value back.
 */
async function mayNotWrite(
  queries: Queries,
  address: ProfileAddress,
  field: string,
  { source, learnedMs }: WriteOrigin,
): Promise<boolean> {
  const earlier = await queries.all(
    `SELECT 1 AS there FROM profile_version
     WHERE tenant = $1 AND domain = $2 AND subject = $3 AND field = $4 AND source = $5`,
    [address.tenant, address.domain, address.subject, field, source],
  );
  if (earlier.length > 0) return true;
  if (learnedMs === undefined) return false;
  const erasedMs = await lastErasure(queries, address, field);
  return erasedMs !== null && learnedMs <= erasedMs;
}

async function saltOf(queries: Queries, address: ProfileAddress, field: string): Promise<Uint8Array> {
  const place = [address.tenant, address.domain, address.subject, field];
  const [row] = await queries.all<{ salt: Uint8Array }>(
    'SELECT salt FROM profile_salt WHERE tenant = $1 AND domain = $2 AND subject = $3 AND field = $4',
    place,
  );
  if (row !== undefined) return row.salt;
  const salt = randomBytes(SALT_BYTES);
  await queries.run(
    'INSERT INTO profile_salt (tenant, domain, subject, field, salt) VALUES ($1, $2, $3, $4, $5)',
    [...place, salt],
  );
  return salt;
}
