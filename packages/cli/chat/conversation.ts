import { asHermesError, type Clock, HermesError, type Ids, sleep } from '@hermes-agent/core';
import type { Locale, OutboxReply } from '@hermes-agent/runtime';
import type { HermesClient, SaidTurn } from '@hermes-agent/server/client';
import type { ChatOutput } from './output.ts';

/** As long as the server honours at a time; what takes longer is waited for by its events. */
const WAIT_MS = 30_000;
const STATUS_POLL_MS = 250;

interface ConversationOptions {
  readonly client: HermesClient;
  readonly output: ChatOutput;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly agent: string;
  readonly locale: Locale | undefined;
  readonly referenceMs: number | undefined;
}

export interface Conversation {
  readonly locale: Locale;
  /** Says `text` and shows the answer; with `wait`, after the outcome of what it started or its display time-out. */
  say(text: string, wait: boolean): Promise<void>;
  /** Rejects when the events can no longer be read. */
  readonly broken: Promise<never>;
  close(): Promise<void>;
}

/**
 * Opens a session and follows its events. Words that belong to a turn are shown with it, once; all others are
 * shown as they come, between turns.
 */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const { client, output, ids, clock, agent, locale, referenceMs } = options;
  const opened = await client.openSession({ agent, ...(locale === undefined ? {} : { locale }) });
  const { sessionId } = opened;
  const leaving = new AbortController();
  const shown = new Set(opened.replies.map(({ id }) => id));
  let held: OutboxReply[] | null = null;

  const show = (reply: OutboxReply): void => {
    if (held !== null) held.push(reply);
    else if (!shown.has(reply.id)) {
      shown.add(reply.id);
      output.push(reply, sessionId);
    }
  };
  const follow = async (): Promise<void> => {
    const after = Math.max(0, ...shown);
    for await (const event of client.events(sessionId, after, leaving.signal)) {
      if (event.type === 'reply') show(event.reply);
    }
  };
  const following = follow();
  const broken = new Promise<never>((_, reject) => {
    following.catch(reject);
  });
  broken.catch(() => {});

  const settle = async (turn: SaidTurn, saidAt: number): Promise<void> => {
    const giveUpAt = saidAt + turn.displayTimeoutMs;
    for (const requestId of turn.requestIds) {
      while (clock.monotonic() < giveUpAt && !(await isSettled(client, requestId))) {
        await sleep(clock, STATUS_POLL_MS);
      }
    }
  };

  output.greeting(opened.replies);
  return {
    locale: opened.locale,
    broken,
    async say(text, wait) {
      output.said(text);
      const saidAt = clock.monotonic();
      held = [];
      try {
        const turn = await client.say({
          sessionId,
          turnId: ids.next(),
          text,
          waitMs: wait ? WAIT_MS : 0,
          ...(referenceMs === undefined ? {} : { referenceMs }),
        });
        for (const { id } of turn.replies) shown.add(id);
        output.turn(turn, sessionId);
        flush();
        if (wait) await settle(turn, saidAt);
      } finally {
        flush();
      }
    },
    async close() {
      leaving.abort();
      await following.catch(() => {});
    },
  };

  function flush(): void {
    const waiting = held ?? [];
    held = null;
    for (const reply of waiting) show(reply);
  }
}

/** A user without an operator's rights may not ask; then only the words and the time-out are waited for. */
async function isSettled(client: HermesClient, requestId: string): Promise<boolean> {
  try {
    const status = (await client.trace(requestId))?.status;
    return status !== 'running' && status !== 'pending';
  } catch (thrown) {
    if (thrown instanceof HermesError && thrown.code === 'FORBIDDEN') return false;
    throw asHermesError(thrown, 'cli');
  }
}
