import { createHmac } from 'node:crypto';
import { HermesError } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { KeyProvider } from '../key/key-provider.ts';

/**
 * Refuses an index key other than the one the store was first used with. Under another one every user would get
 * another pseudonym, and all profiles would look empty without any error.
 *
 * Throws `KEY_UNKNOWN`.
 */
export async function checkIndexKey(store: Store, keys: KeyProvider): Promise<void> {
  const digest = createHmac('sha256', await keys.indexKey())
    .update('hermes memory index key check 1')
    .digest('hex');
  await store.run('INSERT INTO profile_index_check (id, digest) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', [
    digest,
  ]);
  const [row] = await store.all<{ digest: string }>('SELECT digest FROM profile_index_check WHERE id = 1');
  if (row?.digest === digest) return;
  throw new HermesError('KEY_UNKNOWN', 'This is not the index key that this store was written with', {
    layer: 'memory',
    hint: 'Bring back the key file or the setting this store was written with, or start with an empty store.',
  });
}
