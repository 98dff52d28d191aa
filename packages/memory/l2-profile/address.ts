import { createHmac } from 'node:crypto';
import type { KeyProvider } from '../key/key-provider.ts';
import { tupleBytes } from '../key/tuple-bytes.ts';
import type { DomainScope, SubjectScope } from '../scope.ts';

/** Where a profile lives in the store: its user is a pseudonym there. */
export interface ProfileAddress extends DomainScope {
  /** 32 hex digits, another one in each domain. */
  readonly subject: string;
}

/**
 * Hides the user id behind an HMAC under the index key. The tenant and the domain go in too, so that a stolen
 * table cannot be joined across domains.
 */
export async function addressOf(keys: KeyProvider, scope: SubjectScope): Promise<ProfileAddress> {
  const subject = createHmac('sha256', await keys.indexKey())
    .update(tupleBytes([scope.tenant, scope.domain, scope.subject]))
    .digest('hex')
    .slice(0, 32);
  return { tenant: scope.tenant, domain: scope.domain, subject };
}
