import type { SubjectKeys } from '@hermes-agent/memory';
import type { Store } from '@hermes-agent/store';
import type { OutboxReply, SessionView, TranscriptLine } from '../api.ts';
import { openText } from '../seal/sealed-text.ts';
import type { SessionRow } from './session-row.ts';
import { lastTurns } from './turn-row.ts';

const TURNS_SHOWN = 100;

/** A session as its user may see it again after a reload. */
export async function viewSession(store: Store, keys: SubjectKeys, row: SessionRow): Promise<SessionView> {
  const turns = await lastTurns(store, keys, row.sessionId, TURNS_SHOWN);
  const stored = await store.all<{ id: number; body: string; request_id: string | null; at: number }>(
    `SELECT id, body, request_id, at FROM session_outbox
     WHERE session_id = $1 AND kind = 'reply' AND id > $2 ORDER BY id`,
    [row.sessionId, turns[0]?.turn === 1 ? 0 : (turns[0]?.outboxFrom ?? 0)],
  );
  const replies = await Promise.all(
    stored.map(async (reply) => ({ ...reply, body: await openText(keys, reply.body) })),
  );
  const transcript: TranscriptLine[] = [];
  const unsaid = replies.flatMap(({ body, ...rest }) => (body === null ? [] : { ...rest, body }));
  const sayUpTo = (lastId: number): void => {
    while (unsaid[0] !== undefined && unsaid[0].id <= lastId) {
      const { id, body, request_id, at } = unsaid.shift()!;
      const { reply } = JSON.parse(body) as { reply: OutboxReply };
      transcript.push({
        id,
        from: 'agent',
        text: reply.text,
        at,
        ...(request_id === null ? {} : { requestId: request_id }),
      });
    }
  };
  for (const turn of turns) {
    sayUpTo(turn.outboxFrom);
    transcript.push({ id: turn.outboxFrom, from: 'user', text: turn.text, at: turn.at });
  }
  sayUpTo(Number.POSITIVE_INFINITY);
  return {
    sessionId: row.sessionId,
    agent: row.agent,
    locale: row.locale,
    ...row.reading,
    transcript,
  };
}
