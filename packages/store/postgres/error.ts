import { type Code, HermesError } from '@hermes-agent/core';

/** SQLSTATEs (PostgreSQL manual, appendix A) whose meaning differs from that of their class. */
const BY_STATE: Readonly<Record<string, Code>> = {
  '08P01': 'INTERNAL', // protocol_violation: more or fewer parameters than the statement takes
  '40001': 'STORE_BUSY', // serialization_failure
  '40P01': 'STORE_BUSY', // deadlock_detected
  '53300': 'STORE_BUSY', // too_many_connections
  '55P03': 'STORE_BUSY', // lock_not_available
  '57014': 'STORE_BUSY', // query_canceled, by statement_timeout
  P0001: 'CONFLICT', // raise_exception, by a trigger
  XX001: 'STORE_CORRUPT', // data_corrupted
  XX002: 'STORE_CORRUPT', // index_corrupted
};

const BY_CLASS: Readonly<Record<string, Code>> = {
  '08': 'STORE_UNAVAILABLE', // connection exception
  '23': 'CONFLICT', // integrity constraint violation
  '25': 'STORE_UNAVAILABLE', // idle or aborted transaction, read-only standby
  '28': 'STORE_UNAVAILABLE', // invalid authorization
  '3D': 'STORE_UNAVAILABLE', // no such database
  '53': 'STORE_UNAVAILABLE', // insufficient resources
  '57': 'STORE_UNAVAILABLE', // operator intervention: shutdown, crash, start-up
  '58': 'STORE_UNAVAILABLE', // system error
};

/** Waiting does not mend a wrong password or a missing database. */
const NEEDS_A_PERSON = new Set(['28', '3D']);

/** What the driver throws without a SQLSTATE when the socket, not the server, failed. */
const SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|EACCES|ENOENT)/;
const DRIVER =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|Cannot use a pool after)/;
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';

/**
 * Maps what `pg` throws to the port's codes. The server's `detail`, and its message for a malformed value, quote
 * the row: neither is passed on.
 */
export function postgresError(cause: unknown): unknown {
  if (cause instanceof HermesError || !(cause instanceof Error)) return cause;
  const state = (cause as { code?: unknown }).code;
  if (typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state)) return serverError(cause.message, state);
  if (cause.message === POOL_EXHAUSTED) {
    return new HermesError('STORE_BUSY', 'All connections of the pool stayed in use', {
      layer: 'store',
      cause,
    });
  }
  if (DRIVER.test(cause.message) || (typeof state === 'string' && SOCKET.test(state))) {
    return new HermesError('STORE_UNAVAILABLE', 'The connection to PostgreSQL failed', {
      layer: 'store',
      hint: 'Check that the server runs and that its address is right.',
      ...(typeof state === 'string' ? { details: { reason: state } } : {}),
      cause,
    });
  }
  return cause;
}

function serverError(message: string, state: string): HermesError {
  const kind = state.slice(0, 2);
  const code = BY_STATE[state] ?? BY_CLASS[kind] ?? 'INTERNAL';
  const words = kind === '22' ? 'PostgreSQL refused a malformed value' : message;
  return new HermesError(code, words, {
    layer: 'store',
    details: { sqlstate: state },
    ...(NEEDS_A_PERSON.has(kind)
      ? { retryable: false, hint: 'Check user, password and database name in the store’s address.' }
      : {}),
  });
}

/** Whether this says that the connection is gone, or no longer in step with the server. */
export const losesConnection = (thrown: unknown): boolean =>
  thrown instanceof HermesError &&
  (thrown.code === 'STORE_UNAVAILABLE' || thrown.code === 'DEADLINE_EXCEEDED');
