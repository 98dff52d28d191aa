import type { SubjectKey, SubjectKeys } from '@hermes-agent/memory';
import type { Queries } from '@hermes-agent/store';
import type { OutboxReply, Reading, SessionEvent } from '../api.ts';
import { openText, sealText } from '../seal/sealed-text.ts';

/** What a session has to say, in order. `id` counts from 1 in each session and is never reused. */
export interface OutboxEntry {
  readonly id: number;
  readonly event: SessionEvent;
  readonly turnId: string | null;
  readonly requestId: string | null;
  readonly at: number;
}

interface Columns {
  id: number;
  kind: 'reply' | 'reading';
  body: string;
  turn_id: string | null;
  request_id: string | null;
  at: number;
}

export async function appendOutbox(
  queries: Queries,
  key: SubjectKey,
  sessionId: string,
  entries: readonly OutboxEntry[],
): Promise<void> {
  for (const { id, event, turnId, requestId, at } of entries) {
    const body =
      event.type === 'reply' ? { reply: event.reply, push: event.push } : { reading: event.reading };
    await queries.run(
      `INSERT INTO session_outbox (session_id, id, kind, body, turn_id, request_id, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [sessionId, id, event.type, sealText(key, JSON.stringify(body)), turnId, requestId, at],
    );
  }
}

/** Entries after `afterId`, oldest first; those of a user who has been forgotten are gone. */
export async function readOutbox(
  queries: Queries,
  keys: SubjectKeys,
  sessionId: string,
  afterId: number,
  limit: number,
): Promise<OutboxEntry[]> {
  const rows = await queries.all<Columns>(
    `SELECT id, kind, body, turn_id, request_id, at FROM session_outbox
     WHERE session_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [sessionId, afterId, limit],
  );
  const bodies = await Promise.all(rows.map(({ body }) => openText(keys, body)));
  return rows.flatMap((row, index) => {
    const text = bodies[index]!;
    if (text === null) return [];
    const body = JSON.parse(text) as { reply: OutboxReply; push: boolean } | { reading: Reading };
    return {
      id: row.id,
      event:
        'reply' in body
          ? { type: 'reply', id: row.id, reply: body.reply, push: body.push }
          : { type: 'reading', id: row.id, reading: body.reading },
      turnId: row.turn_id,
      requestId: row.request_id,
      at: row.at,
    };
  });
}
