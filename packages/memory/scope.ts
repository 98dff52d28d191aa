import { HermesError, type SpanScope } from '@hermes-agent/core';

/** A domain of one tenant: the wall nothing in memory sees across. */
export interface DomainScope {
  readonly tenant: string;
  readonly domain: string;
}

/** One user in one domain. `subject` is the user id of the credential; it is stored as a pseudonym only. */
export interface SubjectScope extends DomainScope {
  readonly subject: string;
}

/** One session of one user in one domain. */
export interface SessionScope extends SubjectScope {
  readonly sessionId: string;
}

/** A session as far as a tool knows it: without its user. */
export interface SessionAddress extends DomainScope {
  readonly sessionId: string;
}

/** One task of one session. */
export interface TaskAddress extends SessionAddress {
  readonly taskId: string;
}

/** Whose request or turn the reads and writes of a capability belong to, for the trace. */
export interface ForTrace {
  readonly trace?: SpanScope;
}

const LONGEST_NAME = 256;

/**
 * A copy of those members of `scope` alone, so that whoever changes the original later changes nothing here. A scope
 * with a missing, empty or oversized member is refused: a filter that is not whole must never widen to
 * "everyone's", so memory fails closed before it asks any store.
 *
 * Throws `INVALID_ARGUMENT` naming the member, not its value.
 */
export function takeScope<M extends string>(
  scope: Readonly<Record<M, string>>,
  members: readonly M[],
): Readonly<Record<M, string>> {
  for (const member of members) {
    const value: unknown = scope[member];
    const whole =
      typeof value === 'string' &&
      value.length > 0 &&
      value.length <= LONGEST_NAME &&
      value.isWellFormed() &&
      !value.includes('\0');
    if (!whole) {
      throw new HermesError('INVALID_ARGUMENT', `Memory needs the ${member} of what it should look at`, {
        layer: 'memory',
        where: `/${member}`,
        hint: `Give a text of 1 to ${LONGEST_NAME} characters.`,
      });
    }
  }
  return Object.freeze(
    Object.fromEntries(members.map((member) => [member, scope[member]])) as Record<M, string>,
  );
}

export const DOMAIN = ['tenant', 'domain'] as const;
export const SUBJECT = [...DOMAIN, 'subject'] as const;
export const SESSION = [...SUBJECT, 'sessionId'] as const;
export const SESSION_ADDRESS = [...DOMAIN, 'sessionId'] as const;
export const TASK = [...SESSION_ADDRESS, 'taskId'] as const;

/** One text for an exact tuple: `('a','bc')` and `('ab','c')` differ, and "acme" never meets "acme-corp". */
export const tupleKey = (...parts: readonly string[]): string => JSON.stringify(parts);
