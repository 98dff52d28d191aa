import type { Clock, JsonValue } from '@hermes-agent/core';
import { decodeCached, encodeCached } from '../cached-value.ts';
import { createExpiringCache, type ExpiringCache } from '../expiring-cache.ts';
import { type SessionScope, type SubjectScope, tupleKey } from '../scope.ts';

export const DIALOG_TTL_MS = 5 * 60_000;
const SESSIONS_KEPT = 10_000;
const VALUES_PER_SESSION = 100;

/** Tier L0: what one session's dialog needs for the next few minutes. In this process only; may be lost. */
export interface DialogCache {
  get(scope: SessionScope, key: string): JsonValue | undefined;
  set(scope: SessionScope, key: string, value: JsonValue): void;
  delete(scope: SessionScope, key: string): boolean;
  endSession(scope: Omit<SessionScope, 'subject'>): void;
  /** Ends every session of one user in one domain. */
  endSubject(scope: SubjectScope): void;
  close(): void;
}

/**
 * One small cache a session, so that a session ends at once and none pushes out another's values. Values are bytes
 * that are overwritten with zeros when they leave.
 */
export function createDialogCache(clock: Clock): DialogCache {
  const sessions = createExpiringCache<ExpiringCache<Buffer>>({
    clock,
    ttlMs: DIALOG_TTL_MS,
    limit: SESSIONS_KEPT,
    onLeave: (session) => session.close(),
  });
  const keyOf = (scope: SessionScope): string =>
    tupleKey(scope.tenant, scope.domain, scope.subject, scope.sessionId);
  const endWhere = (ends: (address: readonly string[]) => boolean): void => {
    for (const key of sessions.keys()) if (ends(JSON.parse(key))) sessions.delete(key);
  };

  return {
    get(scope, key) {
      const bytes = sessions.get(keyOf(scope))?.get(key);
      return bytes === undefined ? undefined : decodeCached(bytes);
    },
    set(scope, key, value) {
      const bytes = encodeCached(key, value);
      const session =
        sessions.get(keyOf(scope)) ??
        createExpiringCache<Buffer>({
          clock,
          ttlMs: DIALOG_TTL_MS,
          limit: VALUES_PER_SESSION,
          onLeave: (left) => left.fill(0),
        });
      session.set(key, bytes);
      // Also when it was there: the session lives as long as its newest value. After `close` it leaves at once.
      sessions.set(keyOf(scope), session);
    },
    delete: (scope, key) => sessions.get(keyOf(scope))?.delete(key) ?? false,
    endSession: (scope) =>
      endWhere(
        ([tenant, domain, , sessionId]) =>
          tenant === scope.tenant && domain === scope.domain && sessionId === scope.sessionId,
      ),
    endSubject: (scope) =>
      endWhere(
        ([tenant, domain, subject]) =>
          tenant === scope.tenant && domain === scope.domain && subject === scope.subject,
      ),
    close: () => sessions.close(),
  };
}
