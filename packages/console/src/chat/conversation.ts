import type { ApiProblem } from '../api/problem.ts';
import type { Reading, Reply, ReplyEvent, SessionOpened, SessionState, TurnResult } from '../api/wire.ts';

/** One bubble. */
export interface Entry {
  /** `reply <n>` by the outbox, `turn <id>` by this page, `line <n>` by the transcript. */
  readonly key: string;
  readonly from: 'user' | 'agent';
  readonly text: string;
  readonly atMs: number;
  readonly requestId: string | null;
  readonly options: readonly string[];
  /** An outcome that came by itself. */
  readonly pushed: boolean;
  readonly delivery: 'sending' | 'sent' | 'failed';
  readonly problem: ApiProblem | null;
}

/** The task whose slots are shown: the present one, or the last when it is over. */
interface Task {
  readonly slots: Reading['slots'];
  readonly isOver: boolean;
}

export interface Conversation {
  readonly entries: readonly Entry[];
  readonly reading: Reading;
  readonly task: Task | null;
  /** Requests of this session, oldest first. */
  readonly requestIds: readonly string[];
}

export type ConversationAction =
  | { readonly type: 'opened'; readonly session: SessionOpened; readonly nowMs: number }
  | { readonly type: 'restored'; readonly session: SessionState }
  | { readonly type: 'turn_sent'; readonly turnId: string; readonly text: string; readonly nowMs: number }
  | { readonly type: 'turn_answered'; readonly result: TurnResult; readonly nowMs: number }
  | { readonly type: 'turn_failed'; readonly turnId: string; readonly problem: ApiProblem }
  | { readonly type: 'reply_arrived'; readonly reply: ReplyEvent; readonly nowMs: number }
  | { readonly type: 'reading_arrived'; readonly reading: Reading };

export const emptyConversation: Conversation = {
  entries: [],
  reading: { state: 'idle', intent: null, confidence: 0, excluded: [], slots: {} },
  task: null,
  requestIds: [],
};

/**
 * The page's side of one session. A reply may arrive twice and by two ways, with the answer to a turn and on
 * the stream, in either order: replies are known by their place in the outbox, so no bubble shows twice.
 */
export function reduceConversation(before: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case 'opened':
      return action.session.replies.reduce(
        (conversation, reply) => withEntry(conversation, entryOfReply(reply, action.nowMs)),
        emptyConversation,
      );
    case 'restored':
      return restore(action.session);
    case 'turn_sent':
      return withEntry(before, entryOfTurn(turnKey(action.turnId), action.text, action.nowMs, 'sending'));
    case 'turn_failed':
      return changeEntry(before, turnKey(action.turnId), { delivery: 'failed', problem: action.problem });
    case 'turn_answered': {
      const { result, nowMs } = action;
      const replied = result.replies.reduce(
        (conversation, reply) => withEntry(conversation, entryOfReply(reply, nowMs)),
        changeEntry(before, turnKey(result.turn_id), { delivery: 'sent', problem: null }),
      );
      return withRequests(withReading(replied, result), result.request_ids);
    }
    case 'reply_arrived':
      return withEntry(before, entryOfReply(action.reply, action.nowMs));
    case 'reading_arrived':
      return withReading(before, action.reading);
  }
}

/**
 * Where the stream begins after `restored`: with the words since the last turn, which it brings again with
 * their quick replies; the transcript has none.
 */
export const streamStart = ({ transcript }: SessionState): number =>
  transcript.findLast((line) => line.from === 'user')?.id ?? 0;

/** The quick replies on offer: those of the last bubble, while nothing has been said since. */
export function openOptions(conversation: Conversation): readonly string[] {
  const last = conversation.entries.at(-1);
  return last?.from === 'agent' ? last.options : [];
}

function restore(session: SessionState): Conversation {
  const told = session.transcript.reduce((conversation, { id, from, text, at, request_id }) => {
    const atMs = Date.parse(at);
    // A user's line bears the number of the reply before it, so it needs a key of another kind.
    return from === 'user'
      ? withEntry(conversation, entryOfTurn(`line ${id}`, text, atMs, 'sent'))
      : withEntry(conversation, {
          ...entryOfTurn(replyKey(id), text, atMs, 'sent'),
          from,
          requestId: request_id ?? null,
        });
  }, emptyConversation);
  return withReading(told, session);
}

const turnKey = (turnId: string): string => `turn ${turnId}`;

/** The id that an entry of this page was sent under. */
export const turnIdOf = (entry: Entry): string => entry.key.slice('turn '.length);

const replyKey = (id: number): string => `reply ${id}`;

const entryOfTurn = (key: string, text: string, atMs: number, delivery: Entry['delivery']): Entry => ({
  key,
  from: 'user',
  text,
  atMs,
  requestId: null,
  options: [],
  pushed: false,
  delivery,
  problem: null,
});

const entryOfReply = (reply: Reply | ReplyEvent, nowMs: number): Entry => ({
  ...entryOfTurn(replyKey(reply.id), reply.text, nowMs, 'sent'),
  from: 'agent',
  requestId: reply.request_id ?? null,
  options: reply.options ?? [],
  pushed: 'push' in reply && reply.push,
});

/** Adds an entry at the end; one that is known keeps its place and time and takes what is new. */
function withEntry(before: Conversation, entry: Entry): Conversation {
  const isKnown = before.entries.some((known) => known.key === entry.key);
  const after = isKnown
    ? changeEntry(before, entry.key, ({ atMs, pushed }) => ({
        ...entry,
        atMs,
        pushed: pushed || entry.pushed,
      }))
    : { ...before, entries: [...before.entries, entry] };
  return entry.requestId === null ? after : withRequests(after, [entry.requestId]);
}

function changeEntry(
  before: Conversation,
  key: string,
  change: Partial<Entry> | ((entry: Entry) => Partial<Entry>),
): Conversation {
  const entries = before.entries.map((entry) =>
    entry.key === key ? { ...entry, ...(typeof change === 'function' ? change(entry) : change) } : entry,
  );
  return { ...before, entries };
}

function withReading(before: Conversation, reading: Reading): Conversation {
  const { state, intent, confidence, excluded, slots } = reading;
  const isOver = Object.keys(slots).length === 0;
  const task = isOver ? before.task && { ...before.task, isOver } : { slots, isOver };
  return { ...before, reading: { state, intent, confidence, excluded, slots }, task };
}

function withRequests(before: Conversation, ids: readonly string[]): Conversation {
  const requestIds = [...new Set([...before.requestIds, ...ids])];
  return requestIds.length === before.requestIds.length ? before : { ...before, requestIds };
}
