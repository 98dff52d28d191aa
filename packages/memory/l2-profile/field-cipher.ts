import { createHmac } from 'node:crypto';
import type { JsonValue } from '@hermes-agent/core';
import { open, seal } from '../key/seal.ts';
import type { ProfileAddress } from './address.ts';
import type { DataKey } from './keybag.ts';

export const SALT_BYTES = 16;

/** Which version of which field a ciphertext is. `origin` is the source it was written for. */
export interface FieldPlace {
  readonly address: ProfileAddress;
  readonly field: string;
  readonly origin: string;
}

/**
 * Each field has a key of its own: HMAC(data key, field ‖ salt). Without the salt the key cannot be made again,
 * neither for the versions here nor for those in a backup: that is how a single field is forgotten.
 */
const fieldKey = (dataKey: DataKey, field: string, salt: Uint8Array): Buffer =>
  createHmac('sha256', dataKey.bytes).update(field).update('\0').update(salt).digest();

const contextOf = ({ address, field, origin }: FieldPlace): readonly string[] => [
  'field',
  address.tenant,
  address.domain,
  address.subject,
  field,
  origin,
];

export const sealField = (dataKey: DataKey, salt: Uint8Array, place: FieldPlace, plain: Uint8Array): Buffer =>
  seal(fieldKey(dataKey, place.field, salt), plain, contextOf(place));

/** Throws `DECRYPTION_FAILED` for a record moved from another place or sealed under another key. */
export const openField = (
  dataKey: DataKey,
  salt: Uint8Array,
  place: FieldPlace,
  sealed: Uint8Array,
): JsonValue =>
  JSON.parse(open(fieldKey(dataKey, place.field, salt), sealed, contextOf(place)).toString('utf8'));
