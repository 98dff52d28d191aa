import { randomBytes } from 'node:crypto';
import type { Queries } from '@hermes-agent/store';
import { deriveDomainKey } from '../key/domain-key.ts';
import type { KeyProvider } from '../key/key-provider.ts';
import { KEY_BYTES } from '../key/key-ring.ts';
import { open, seal } from '../key/seal.ts';
import type { ProfileAddress } from './address.ts';

/** The key all of one profile's field keys come from. */
export interface DataKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Whose keys open a bag: the server's, and the session's half when the bag was sealed with one. */
export interface Holder {
  readonly keys: KeyProvider;
  readonly sessionKey?: Uint8Array | undefined;
}

export interface SealedBag {
  readonly data_key_id: string;
  readonly key_id: string;
  readonly sealed: Uint8Array;
}

/**
 * The profile's data key; null when nothing was ever written for it.
 *
 * Throws `DECRYPTION_FAILED` for the key of another domain or another session half, `KEY_UNKNOWN` when the key it
 * was sealed under is gone.
 */
export async function openKeybag(
  queries: Queries,
  holder: Holder,
  address: ProfileAddress,
): Promise<DataKey | null> {
  const [bag] = await queries.all<SealedBag>(
    'SELECT data_key_id, key_id, sealed FROM profile_keybag WHERE tenant = $1 AND domain = $2 AND subject = $3',
    [address.tenant, address.domain, address.subject],
  );
  return bag === undefined ? null : unseal(holder, address, bag);
}

/** The profile's data key, made when there is none. Only inside the transaction that holds the domain's lock. */
export async function openOrCreateKeybag(
  queries: Queries,
  holder: Holder,
  address: ProfileAddress,
): Promise<DataKey> {
  const existing = await openKeybag(queries, holder, address);
  if (existing !== null) return existing;
  const dataKey: DataKey = { id: randomBytes(6).toString('hex'), bytes: randomBytes(KEY_BYTES) };
  const bag = await sealBag(holder, address, dataKey);
  await queries.run(
    `INSERT INTO profile_keybag (tenant, domain, subject, data_key_id, key_id, sealed)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [address.tenant, address.domain, address.subject, bag.data_key_id, bag.key_id, bag.sealed],
  );
  return dataKey;
}

/**
 * The context names the data key but no server key: the record says itself under which one it is sealed, and the
 * versions below it know nothing of rotations.
 */
const contextOf = (address: ProfileAddress, dataKeyId: string): readonly string[] => [
  'keybag',
  address.tenant,
  address.domain,
  address.subject,
  dataKeyId,
];

export async function unseal(holder: Holder, address: ProfileAddress, bag: SealedBag): Promise<DataKey> {
  const domainKey = await deriveDomainKey(holder.keys, bag.key_id, address, holder.sessionKey);
  return {
    id: bag.data_key_id,
    bytes: open(domainKey, bag.sealed, contextOf(address, bag.data_key_id)),
  };
}

export async function sealBag(holder: Holder, address: ProfileAddress, dataKey: DataKey): Promise<SealedBag> {
  const keyId = await holder.keys.currentKeyId(address.domain);
  const domainKey = await deriveDomainKey(holder.keys, keyId, address, holder.sessionKey);
  return {
    data_key_id: dataKey.id,
    key_id: keyId,
    sealed: seal(domainKey, dataKey.bytes, contextOf(address, dataKey.id)),
  };
}
