import type { Clock, JsonObject, Logger } from '@hermes-agent/core';
import type { Queries, Store } from '@hermes-agent/store';
import type { Domain } from '../domain/declaration.ts';
import { takeWriterLock } from '../writer-lock.ts';
import type { ProfileAddress } from './address.ts';
import type { Holder } from './keybag.ts';

/** One user's profile in one domain, opened with the keys of whoever asks. */
export interface Profile {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly domain: Domain;
  readonly address: ProfileAddress;
  readonly holder: Holder;
}

/** The values that can be read; those under a lost or wrong key are named apart and do not spoil the rest. */
export interface ProfileReading {
  readonly values: JsonObject;
  readonly unreadable: readonly string[];
}

/** Runs `work` as the only writer of the profile's domain. */
export const commit = <T>({ store, address }: Profile, work: (queries: Queries) => Promise<T>): Promise<T> =>
  store.transaction(async (queries) => {
    await takeWriterLock(queries, store.dialect, 'profile', address.tenant, address.domain);
    return work(queries);
  });
