import { createHash } from 'node:crypto';
import type { HermesError } from '@hermes-agent/core';
import type { Queries } from '@hermes-agent/store';
import type { Side } from '../message/envelope.ts';

/** A message from outside that found no place: unreadable, too large, or about nothing that is here. */
export interface MessageLetter {
  readonly id: string;
  readonly code: string;
  readonly reason: string;
  readonly side: Side;
  /** The message as JSON text; null when it was too large to keep. */
  readonly body: string | null;
  readonly at: number;
}

/** Whoever sends nonsense fills a bounded place, from which the oldest falls out. */
const KEPT = 1_000;

/** Refusals worth a look. Who sends what is not his to send is counted and not heard. */
export const isDeadLetter = ({ code }: HermesError): boolean =>
  code === 'MESSAGE_INVALID' || code === 'PAYLOAD_TOO_LARGE' || code === 'EXECUTION_NOT_FOUND';

/** Lays a refused message aside. The same message again is the same letter. */
export async function layAside(
  queries: Queries,
  raw: unknown,
  side: Side,
  { code, message, where }: HermesError,
  limitBytes: number,
  at: number,
): Promise<void> {
  const text = JSON.stringify(raw) ?? 'null';
  const id = `m-${createHash('sha256').update(side).update(text).digest('hex').slice(0, 16)}`;
  const reason = where === undefined ? message : `${message} (${where})`;
  await queries.run(
    `INSERT INTO bus_dead_letter (id, code, reason, side, body, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [id, code, reason, side, Buffer.byteLength(text) > limitBytes ? null : text, at],
  );
  await queries.run(
    `DELETE FROM bus_dead_letter WHERE id IN
      (SELECT id FROM bus_dead_letter ORDER BY at DESC, id LIMIT ${KEPT} OFFSET ${KEPT})`,
  );
}

export const readLetters = (queries: Queries, limit: number): Promise<MessageLetter[]> =>
  queries.all<MessageLetter>(
    'SELECT id, code, reason, side, body, at FROM bus_dead_letter ORDER BY at, id LIMIT $1',
    [limit],
  );

export async function readLetter(queries: Queries, id: string): Promise<MessageLetter | null> {
  const [row] = await queries.all<MessageLetter>(
    'SELECT id, code, reason, side, body, at FROM bus_dead_letter WHERE id = $1',
    [id],
  );
  return row ?? null;
}

/** True when it was there: of several who decide, one does. */
export const removeLetter = async (queries: Queries, id: string): Promise<boolean> =>
  (await queries.run('DELETE FROM bus_dead_letter WHERE id = $1', [id])) > 0;
