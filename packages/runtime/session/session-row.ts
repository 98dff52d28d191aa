import type { JsonObject } from '@hermes-agent/core';
import type { SubjectKey, SubjectKeys } from '@hermes-agent/memory';
import type { Queries } from '@hermes-agent/store';
import type { Locale, Reading } from '../api.ts';
import { openText, sealText } from '../seal/sealed-text.ts';

/** A session as it is stored. `version` grows by one with each change; a write names the version it read. */
export interface SessionRow {
  readonly sessionId: string;
  readonly tenant: string;
  readonly subject: string;
  readonly agent: string;
  readonly locale: Locale;
  readonly state: JsonObject;
  readonly reading: Reading;
  readonly version: number;
  readonly turns: number;
  readonly lastOutbox: number;
  readonly createdAt: number;
  readonly touchedAt: number;
  readonly closedAt: number | null;
}

interface Columns {
  session_id: string;
  tenant: string;
  subject: string;
  agent: string;
  locale: Locale;
  state: string;
  reading: string;
  version: number;
  turns: number;
  last_outbox: number;
  created_at: number;
  touched_at: number;
  closed_at: number | null;
}

/** Null when there is none, and when its user has been forgotten. */
export async function readSession(
  queries: Queries,
  keys: SubjectKeys,
  sessionId: string,
): Promise<SessionRow | null> {
  const [row] = await queries.all<Columns>('SELECT * FROM session WHERE session_id = $1', [sessionId]);
  if (row === undefined) return null;
  const [state, reading] = [await openText(keys, row.state), await openText(keys, row.reading)];
  return state === null || reading === null ? null : fromColumns({ ...row, state, reading });
}

export async function insertSession(queries: Queries, key: SubjectKey, row: SessionRow): Promise<void> {
  await queries.run(
    `INSERT INTO session (session_id, tenant, subject, agent, locale, state, reading, version, turns,
       last_outbox, created_at, touched_at, closed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, NULL)`,
    [
      row.sessionId,
      row.tenant,
      row.subject,
      row.agent,
      row.locale,
      sealText(key, JSON.stringify(row.state)),
      sealText(key, JSON.stringify(row.reading)),
      row.version,
      row.turns,
      row.lastOutbox,
      row.createdAt,
      row.touchedAt,
    ],
  );
}

/** Compare-and-set: false when the session is no longer at `expectedVersion`, and then nothing was written. */
export async function updateSession(
  queries: Queries,
  key: SubjectKey,
  row: SessionRow,
  expectedVersion: number,
): Promise<boolean> {
  const changed = await queries.run(
    `UPDATE session SET locale = $3, state = $4, reading = $5, version = $6, turns = $7, last_outbox = $8,
       touched_at = $9, closed_at = $10
     WHERE session_id = $1 AND version = $2`,
    [
      row.sessionId,
      expectedVersion,
      row.locale,
      sealText(key, JSON.stringify(row.state)),
      sealText(key, JSON.stringify(row.reading)),
      row.version,
      row.turns,
      row.lastOutbox,
      row.touchedAt,
      row.closedAt,
    ],
  );
  return changed === 1;
}

/** Compare-and-set, likewise. */
export async function closeSession(
  queries: Queries,
  sessionId: string,
  expectedVersion: number,
  now: number,
): Promise<boolean> {
  const changed = await queries.run(
    'UPDATE session SET version = version + 1, touched_at = $3, closed_at = $3 WHERE session_id = $1 AND version = $2',
    [sessionId, expectedVersion, now],
  );
  return changed === 1;
}

const fromColumns = (row: Columns): SessionRow => ({
  sessionId: row.session_id,
  tenant: row.tenant,
  subject: row.subject,
  agent: row.agent,
  locale: row.locale,
  state: JSON.parse(row.state) as JsonObject,
  reading: JSON.parse(row.reading) as Reading,
  version: row.version,
  turns: row.turns,
  lastOutbox: row.last_outbox,
  createdAt: row.created_at,
  touchedAt: row.touched_at,
  closedAt: row.closed_at,
});
