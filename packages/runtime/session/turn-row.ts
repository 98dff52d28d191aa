import type { JsonObject } from '@hermes-agent/core';
import type { SubjectKey, SubjectKeys } from '@hermes-agent/memory';
import type { Queries } from '@hermes-agent/store';
import type { OutboxReply, Reading } from '../api.ts';
import { openText, sealText } from '../seal/sealed-text.ts';

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

/** Null when it was never taken, and when its user has been forgotten. */
export async function readTurn(
  queries: Queries,
  keys: SubjectKeys,
  sessionId: string,
  turnId: string,
): Promise<TurnRow | null> {
  const [row] = await queries.all<Columns>(
    'SELECT * FROM session_turn WHERE session_id = $1 AND turn_id = $2',
    [sessionId, turnId],
  );
  return row === undefined ? null : openTurn(keys, row);
}

/** The newest turns, oldest first. */
export async function lastTurns(
  queries: Queries,
  keys: SubjectKeys,
  sessionId: string,
  limit: number,
): Promise<TurnRow[]> {
  const rows = await queries.all<Columns>(
    'SELECT * FROM session_turn WHERE session_id = $1 ORDER BY turn DESC LIMIT $2',
    [sessionId, limit],
  );
  const turns = await Promise.all(rows.reverse().map((row) => openTurn(keys, row)));
  return turns.filter((turn) => turn !== null);
}

export async function insertTurn(
  queries: Queries,
  key: SubjectKey,
  sessionId: string,
  row: TurnRow,
): Promise<void> {
  const { reading, emission, requestIds } = row;
  await queries.run(
    `INSERT INTO session_turn (session_id, turn_id, turn, body_hash, text, result, outbox_from, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      sessionId,
      row.turnId,
      row.turn,
      row.bodyHash,
      sealText(key, row.text),
      sealText(key, JSON.stringify({ reading, emission, requestIds })),
      row.outboxFrom,
      row.at,
    ],
  );
}

/** The words of a turn: its own, and those of the requests it started that have come since. */
export async function repliesOfTurn(
  queries: Queries,
  keys: SubjectKeys,
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
  const bodies = await Promise.all(rows.map(({ body }) => openText(keys, body)));
  return bodies
    .filter((body) => body !== null)
    .map((body) => (JSON.parse(body) as { reply: OutboxReply }).reply);
}

async function openTurn(keys: SubjectKeys, row: Columns): Promise<TurnRow | null> {
  const [text, result] = [await openText(keys, row.text), await openText(keys, row.result)];
  return text === null || result === null ? null : fromColumns({ ...row, text, result });
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
