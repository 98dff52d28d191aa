import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { followEvents } from '../api/event-stream.ts';
import { ApiProblem, unreachable } from '../api/problem.ts';
import { healthQuery } from '../api/queries.ts';
import { openSession, sendTurn } from '../api/session.ts';
import type { Agent, Reading, ReplyEvent } from '../api/wire.ts';
import { useLocale } from '../locale/locale.ts';
import { go } from '../route/route.ts';
import {
  type Conversation,
  type Entry,
  emptyConversation,
  reduceConversation,
  streamStart,
  turnIdOf,
} from './conversation.ts';

interface Scope {
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly unread: number;
  readonly opening: boolean;
  readonly problem: Error | null;
  /** Says `text` in this conversation and shows the chat. */
  say(text: string): void;
  /** Sends a failed turn again, under its own id. */
  sayAgain(turn: Entry): void;
  reopen(): void;
}

const ScopeContext = createContext<Scope | null>(null);

export function useConversation(): Scope {
  const scope = use(ScopeContext);
  if (scope === null) throw new Error('useConversation outside of ConversationScope');
  return scope;
}

export const useUnread = (): number => useConversation().unread;

interface Props {
  readonly agent: Agent;
  /** Tells one opening of a session from the next. */
  readonly generation: number;
  /** Gives the words to say as soon as the session is open, once. */
  readonly takeFirstWords: () => string | null;
  /** The server forgot the session; `words` were not heard. */
  readonly onLost: (words: string | null) => void;
  /** The chat is on the screen. */
  readonly isVisible: boolean;
  readonly children: ReactNode;
}

/** One session with one agent, alive behind every page so that late outcomes are never missed. */
export function ConversationScope(props: Props) {
  const { agent, generation, isVisible } = props;
  const locale = useLocale();
  const queries = useQueryClient();
  const [conversation, dispatch] = useReducer(reduceConversation, emptyConversation);
  const [seen, setSeen] = useState(0);
  const turns = useRef<Promise<void>>(Promise.resolve());
  /** Said before the session was open. */
  const unsaid = useRef<string | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const opening = useQuery({
    queryKey: ['session', agent.name, generation],
    queryFn: ({ signal }) => openSession(agent.name, locale, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const opened = opening.data;
  const sessionId = opened?.session.session_id ?? null;

  const deliver = async (session: string, turnId: string, text: string): Promise<void> => {
    try {
      const result = await sendTurn(session, turnId, text);
      dispatch({ type: 'turn_answered', result, nowMs: Date.now() });
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : unreachable();
      if (problem.status === 404) return latest.current.onLost(text);
      dispatch({ type: 'turn_failed', turnId, problem });
    }
  };
  const send = (turnId: string, text: string): void => {
    if (sessionId === null) {
      unsaid.current = text;
      return;
    }
    dispatch({ type: 'turn_sent', turnId, text, nowMs: Date.now() });
    // One turn at a time, in the order they were said.
    turns.current = turns.current.then(() => deliver(sessionId, turnId, text));
  };
  const say = (text: string): void => {
    go({ page: 'chat', agent: agent.name });
    send(newTurnId(), text);
  };

  const speak = useEffectEvent(say);
  useEffect(() => {
    if (opened === undefined) return;
    if (opened.fresh) dispatch({ type: 'opened', session: opened.session, nowMs: Date.now() });
    else dispatch({ type: 'restored', session: opened.session });
    const words = latest.current.takeFirstWords() ?? unsaid.current;
    unsaid.current = null;
    if (words !== null) speak(words);
  }, [opened]);

  useEffect(() => {
    if (opened === undefined) return;
    const leaving = new AbortController();
    void followEvents({
      path: `/sessions/${opened.session.session_id}/events`,
      lastEventId: String(opened.fresh ? 0 : streamStart(opened.session)),
      signal: leaving.signal,
      onEvent: ({ name, data }) => {
        if (name === 'reply') {
          const reply = JSON.parse(data) as ReplyEvent;
          dispatch({ type: 'reply_arrived', reply, nowMs: Date.now() });
          if (reply.request_id) void queries.invalidateQueries({ queryKey: ['trace', reply.request_id] });
        } else if (name === 'reading') {
          dispatch({ type: 'reading_arrived', reading: JSON.parse(data) as Reading });
        }
      },
      onBreak: () => void queries.invalidateQueries({ queryKey: healthQuery.queryKey }),
      onGone: () => latest.current.onLost(null),
    });
    return () => leaving.abort();
  }, [opened, queries]);

  const replies = conversation.entries.filter((entry) => entry.from === 'agent').length;
  if (isVisible && seen !== replies) setSeen(replies);

  return (
    <ScopeContext
      value={{
        agent,
        conversation,
        unread: isVisible ? 0 : replies - seen,
        opening: opening.isPending,
        problem: opening.error,
        say,
        sayAgain: (turn) => send(turnIdOf(turn), turn.text),
        reopen: () => void opening.refetch(),
      }}
    >
      {props.children}
    </ScopeContext>
  );
}

/** 32 random hex digits. `randomUUID` is missing where the page is served over plain HTTP to another machine. */
const newTurnId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
