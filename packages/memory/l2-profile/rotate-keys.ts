import { asHermesError, type Logger } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { KeyProvider } from '../key/key-provider.ts';
import type { DomainScope } from '../scope.ts';
import { takeWriterLock } from '../writer-lock.ts';
import { type SealedBag, sealBag, unseal } from './keybag.ts';

const BAGS_A_COMMIT = 100;

export interface RotationReport {
  readonly resealed: number;
  /** Bags under a lost key or with a session's half: they stay as they are, the rest goes on. */
  readonly failed: number;
}

/**
 * Seals the key bags of a domain again under its current key. Values are not touched: their keys come from the bag,
 * whatever it is sealed under, so reads and writes go on meanwhile. Stopped half-way it leaves a mixture that reads
 * as before; started again it does what is left.
 */
export async function rotateKeys(
  store: Store,
  keys: KeyProvider,
  logger: Logger,
  scope: DomainScope,
  signal?: AbortSignal,
): Promise<RotationReport> {
  const currentKeyId = await keys.currentKeyId(scope.domain);
  let resealed = 0;
  let failed = 0;
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const bags = await store.transaction(async (queries) => {
      await takeWriterLock(queries, store.dialect, 'profile', scope.tenant, scope.domain);
      const batch = await queries.all<SealedBag & { subject: string }>(
        `SELECT subject, data_key_id, key_id, sealed FROM profile_keybag
         WHERE tenant = $1 AND domain = $2 AND subject > $3 AND key_id <> $4
         ORDER BY subject LIMIT ${BAGS_A_COMMIT}`,
        [scope.tenant, scope.domain, after, currentKeyId],
      );
      for (const bag of batch) {
        const address = { tenant: scope.tenant, domain: scope.domain, subject: bag.subject };
        try {
          const fresh = await sealBag({ keys }, address, await unseal({ keys }, address, bag));
          await queries.run(
            `UPDATE profile_keybag SET key_id = $4, sealed = $5
             WHERE tenant = $1 AND domain = $2 AND subject = $3`,
            [scope.tenant, scope.domain, bag.subject, fresh.key_id, fresh.sealed],
          );
          resealed += 1;
        } catch (thrown) {
          const { code } = asHermesError(thrown, 'memory');
          if (code !== 'DECRYPTION_FAILED' && code !== 'KEY_UNKNOWN') throw thrown;
          logger.warn('A key bag could not be sealed again', {
            domain: scope.domain,
            code,
            keyId: bag.key_id,
          });
          failed += 1;
        }
      }
      return batch;
    });
    if (bags.length === 0) return { resealed, failed };
    after = bags.at(-1)!.subject;
  }
}
