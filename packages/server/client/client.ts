import type {
  AgentInfo,
  Hermes,
  Locale,
  SessionEvent,
  TraceFilter,
  TraceSummary,
  TraceView,
  TurnInput,
  TurnResult,
} from '@hermes-agent/runtime';
import { agentListSchema } from '../wire/agent.ts';
import { decodeReply } from '../wire/reply.ts';
import { openedSessionSchema } from '../wire/session.ts';
import { decodeTrace, decodeTraceSummary, traceListSchema, traceSchema } from '../wire/trace.ts';
import { decodeTurnResult, turnResultSchema } from '../wire/turn.ts';
import { readEvents } from './events.ts';
import { createHttp, type HttpOptions } from './http.ts';

/** A turn's answer, and how long from then words about its requests may still come. */
export interface SaidTurn extends TurnResult {
  readonly displayTimeoutMs: number;
}

/** What one user's program needs of Hermes, wherever it runs. */
export interface HermesClient {
  agents(): Promise<readonly AgentInfo[]>;
  openSession(input: { readonly agent: string; readonly locale?: Locale }): ReturnType<Hermes['openSession']>;
  say(turn: Omit<TurnInput, 'identity'>, signal?: AbortSignal): Promise<SaidTurn>;
  /** Endless: ends when `signal` aborts, goes on by itself where a broken connection stopped. */
  events(sessionId: string, afterId: number, signal: AbortSignal): AsyncIterable<SessionEvent>;
  /** Null when no request has this id. */
  trace(requestId: string): Promise<TraceView | null>;
  findTraces(filter: Omit<TraceFilter, 'tenant'>): Promise<readonly TraceSummary[]>;
}

/** Talks to a running server. Errors are `HermesError`s with the server's codes; `SERVICE_UNAVAILABLE` when it is gone. */
export function createClient(options: HttpOptions): HermesClient {
  const http = createHttp(options);
  return {
    async agents() {
      return agentListSchema.parse(await http.json('GET', '/agents'));
    },
    async openSession(input) {
      const opened = openedSessionSchema.parse(await http.json('POST', '/sessions', { body: { ...input } }));
      return {
        sessionId: opened.session_id,
        locale: opened.locale,
        replies: opened.replies.map(decodeReply),
      };
    },
    async say(turn, signal) {
      const answer = await http.json('POST', `/sessions/${encodeURIComponent(turn.sessionId)}/turns`, {
        body: {
          turn_id: turn.turnId,
          text: turn.text,
          ...(turn.referenceMs === undefined ? {} : { at: new Date(turn.referenceMs).toISOString() }),
        },
        headers: turn.waitMs === undefined ? {} : { prefer: `wait=${Math.ceil(turn.waitMs / 1_000)}` },
        ...(signal === undefined ? {} : { signal }),
      });
      const result = turnResultSchema.parse(answer);
      return { ...decodeTurnResult(result), displayTimeoutMs: result.display_timeout_ms };
    },
    events: (sessionId, afterId, signal) => readEvents(http, sessionId, afterId, signal),
    async trace(requestId) {
      const answer = await http.json('GET', `/traces/${encodeURIComponent(requestId)}`, {
        absent: 'EXECUTION_NOT_FOUND',
      });
      return answer === null ? null : decodeTrace(traceSchema.parse(answer));
    },
    async findTraces(filter) {
      const query = new URLSearchParams();
      if (filter.user !== undefined) query.set('user', filter.user);
      if (filter.sessionId !== undefined) query.set('session', filter.sessionId);
      if (filter.sinceMs !== undefined) query.set('since', new Date(filter.sinceMs).toISOString());
      if (filter.untilMs !== undefined) query.set('until', new Date(filter.untilMs).toISOString());
      if (filter.limit !== undefined) query.set('limit', String(filter.limit));
      const { traces } = traceListSchema.parse(await http.json('GET', `/traces?${query}`));
      return traces.map(decodeTraceSummary);
    },
  };
}
