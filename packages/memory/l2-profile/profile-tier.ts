import { eraseField, eraseProfile } from '../erasure/erase-fields.ts';
import type { ProfileManager } from '../memory.ts';
import { restoreProfile } from '../snapshot/restore-profile.ts';
import type { RunTraced } from '../traced.ts';
import { readHistory } from './history.ts';
import type { Profile } from './profile.ts';
import { readFields } from './read-fields.ts';
import { removeField, writeFields } from './write-fields.ts';

const HISTORY_SHOWN = 100;

/**
 * L2 of one user in one domain. `forgetCached` drops what caches hold of them, before the store forgets: the other
 * way round a cache could serve what is gone.
 */
export function profileTier(
  open: () => Promise<Profile>,
  forgetCached: () => void,
  traced: RunTraced,
): ProfileManager {
  return {
    read: (fields) =>
      traced(
        'profile.read',
        async () => (await readFields(await open(), { fields })).values,
        (values) => ({ fields: Object.keys(values).length }),
      ),
    readAll: (seq) =>
      traced(
        'profile.read_all',
        async () => readFields(await open(), { upTo: seq }),
        ({ values, unreadable }) => ({ fields: Object.keys(values).length, unreadable: unreadable.length }),
      ),
    write: (fields, origin) =>
      traced(
        'profile.write',
        async () => writeFields(await open(), fields, origin),
        ({ written }) => ({ fields: written.length }),
      ),
    remove: (field, origin) => traced('profile.remove', async () => removeField(await open(), field, origin)),
    restore: (seq, { source }) =>
      traced(
        'profile.restore',
        async () => restoreProfile(await open(), seq, source),
        (fields) => ({ fields: fields.length }),
      ),
    erase: (field, reason = 'user_request') =>
      traced(
        'profile.erase',
        async () => {
          forgetCached();
          return eraseField(await open(), field, reason);
        },
        (versions) => ({ versions }),
      ),
    eraseAll: (reason = 'user_request') =>
      traced(
        'profile.erase_all',
        async () => {
          forgetCached();
          return eraseProfile(await open(), reason);
        },
        (versions) => ({ versions }),
      ),
    history: (field, limit = HISTORY_SHOWN) =>
      traced('profile.history', async () => readHistory(await open(), field, limit)),
  };
}
