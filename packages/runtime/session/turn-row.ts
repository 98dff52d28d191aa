import { createHash } from 'node:crypto';
import type { JsonObject } from '@hermes-agent/core';
import type { Queries } from '@hermes-agent/store';
import type { OutboxReply, Reading } from '../api.ts';

/** A turn that was taken, so that the same `turnId` gives the same answer and does nothing twice. */
export interface TurnRow {
  readonly turnId: string;
  readonly turn: number;
  readonly bodyHash: string;
  readonly text: string;
  readonly reading: Reading;
  readonly emission: JsonObject | null;
  readonly requestIds: readonly string[];
  readonly outboxFrom: number;
  readonly at: number;
}

interface Columns {
  turn_id: string;
  turn: number;
  body_hash: string;
  text: string;
  result: string;
  outbox_from: number;
  at: number;
}

export const turnHash = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function readTurn(queries: Queries, sessionId: string, turnId: string): Promise<TurnRow | null> {
  const [row] = await queries.all<Columns>(
    'SELECT * FROM session_turn WHERE session_id = $1 AND turn_id = $2',
    [sessionId, turnId],
  );
  return row === undefined ? null : fromColumns(row);
}

/** The newest turns, oldest first. */
export async function lastTurns(queries: Queries, sessionId: string, limit: number): Promise<TurnRow[]> {
  const rows = await queries.all<Columns>(
    'SELECT * FROM session_turn WHERE session_id = $1 ORDER BY turn DESC LIMIT $2',
    [sessionId, limit],
  );
  return rows.reverse().map(fromColumns);
}

export async function insertTurn(queries: Queries, sessionId: string, row: TurnRow): Promise<void> {
  const { reading, emission, requestIds } = row;
  await queries.run(
    `INSERT INTO session_turn (session_id, turn_id, turn, body_hash, text, result, outbox_from, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      sessionId,
      row.turnId,
      row.turn,
      row.bodyHash,
      row.text,
      JSON.stringify({ reading, emission, requestIds }),
      row.outboxFrom,
      row.at,
    ],
  );
}

/** The words of a turn: its own, and those of the requests it started that have come since. */
export async function repliesOfTurn(
  queries: Queries,
  sessionId: string,
  row: TurnRow,
): Promise<OutboxReply[]> {
  const rows = await queries.all<{ body: string }>(
    `SELECT body FROM session_outbox
     WHERE session_id = $1 AND id > $2 AND kind = 'reply' AND (turn_id = $3 OR request_id IN
       (SELECT request_id FROM request WHERE session_id = $1 AND turn_id = $3))
     ORDER BY id LIMIT 100`,
    [sessionId, row.outboxFrom, row.turnId],
  );
  return rows.map(({ body }) => (JSON.parse(body) as { reply: OutboxReply }).reply);
}

const fromColumns = (row: Columns): TurnRow => ({
  turnId: row.turn_id,
  turn: row.turn,
  bodyHash: row.body_hash,
  text: row.text,
  ...(JSON.parse(row.result) as Pick<TurnRow, 'reading' | 'emission' | 'requestIds'>),
  outboxFrom: row.outbox_from,
  at: row.at,
});
