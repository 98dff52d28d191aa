import type { OutboxReply, RequestStatus, SessionEvent } from '@hermes-agent/runtime';
import type { HermesClient, SaidTurn } from '@hermes-agent/server/client';

export interface ScriptedClient extends HermesClient {
  /** Something happens in the session. */
  emit(reply: OutboxReply, push?: boolean): void;
  /** The events can no longer be read. */
  break(reason: unknown): void;
  status: RequestStatus;
}

/** A client that answers each turn with what `answer` gives, and whose events the test makes. */
export function createScriptedClient(answer: (text: string) => Promise<Partial<SaidTurn>>): ScriptedClient {
  const events: SessionEvent[] = [];
  let wake = (): void => {};
  let broken: unknown;
  let turns = 0;
  const client: ScriptedClient = {
    status: 'succeeded',
    emit(reply, push = true) {
      events.push({ type: 'reply', id: reply.id, reply, push });
      wake();
    },
    break(reason) {
      broken = reason;
      wake();
    },
    agents: async () => [],
    openSession: async () => ({ sessionId: 's', locale: 'zh', replies: [words(1, 'greeting')] }),
    async say(turn) {
      turns += 1;
      return {
        turnId: turn.turnId,
        turn: turns,
        state: 'idle',
        intent: null,
        confidence: 0,
        excluded: [],
        slots: {},
        replies: [],
        emission: null,
        requestIds: [],
        displayTimeoutMs: 0,
        ...(await answer(turn.text)),
      };
    },
    async *events(_sessionId, afterId, signal) {
      signal.addEventListener('abort', () => wake());
      let next = 0;
      while (!signal.aborted) {
        if (broken !== undefined) throw broken;
        const event = events[next];
        if (event === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else {
          next += 1;
          if (event.id > afterId) yield event;
        }
      }
    },
    trace: async (requestId) => ({
      requestId,
      agent: 'a',
      intent: 'i',
      sessionId: 's',
      status: client.status,
      code: null,
      startMs: 0,
      endMs: null,
      spans: [],
      messages: [],
    }),
    findTraces: async () => [],
  };
  return client;
}

export const words = (id: number, text: string): OutboxReply => ({ id, key: 'k', text, locale: 'zh' });
