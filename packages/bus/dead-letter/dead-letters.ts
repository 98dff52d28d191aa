import { HermesError, type JsonObject, type JsonValue, type Logger } from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import type { Execution } from '../execution/state.ts';
import type { Verdict } from '../execution/transition.ts';
import type { Journal } from '../journal/port.ts';
import type { Side } from '../message/envelope.ts';
import { type MessageLetter, readLetter, readLetters, removeLetter } from './letter.ts';

/** What nobody can carry any further by itself: a call that cost every worker, or a message without a place. */
export interface DeadLetter {
  /** The call's id, `<request id>/1`, or `m-…` for a message. */
  readonly id: string;
  readonly kind: 'call' | 'message';
  readonly code: string;
  readonly reason: string;
  readonly at: number;
  /** Of a call: what it runs, for whom. Of a message: which side sent it, and whether it can be replayed. */
  readonly about: JsonObject;
}

export interface DeadLetters {
  /** The longest waiting first: calls, then messages. */
  list(limit?: number): Promise<readonly DeadLetter[]>;
  /** With the refused message itself, for a call with how far its request has come. */
  show(id: string): Promise<(DeadLetter & { readonly content: JsonValue }) | null>;
  /**
   * Runs the call again, all its attempts anew and under the same key; takes the message in again.
   *
   * Throws `NOT_FOUND`, `CONFLICT` when it cannot be replayed, and what the message is refused with.
   */
  replay(id: string, by: string): Promise<void>;
  /** Lets the call fail with what it failed with; forgets the message. Throws `NOT_FOUND`. */
  discard(id: string, by: string): Promise<void>;
}

export interface DeadLetterPlace {
  readonly store: Store;
  readonly journal: Journal;
  readonly logger: Logger;
  /** The door through which a replayed message goes again. */
  readonly admit: (message: unknown, side: Side) => Promise<Verdict>;
}

const LIST_DEFAULT = 100;

export function createDeadLetters({ store, journal, logger, admit }: DeadLetterPlace): DeadLetters {
  const settle = async (id: string, type: 'again' | 'not_done'): Promise<void> => {
    const { requestId, step } = parse(id);
    const applied = await journal.apply(requestId, { type: 'settled', step, resolution: { type } });
    if (applied === null || applied.verdict === 'ignored') throw notFound(id);
  };
  const letterOf = async (id: string): Promise<MessageLetter> => {
    const letter = await readLetter(store, id);
    if (letter === null) throw notFound(id);
    return letter;
  };
  const isMessage = (id: string): boolean => id.startsWith('m-');

  return {
    async list(limit = LIST_DEFAULT) {
      const calls = (await journal.attention(limit)).flatMap(poisonedCalls);
      const messages = await readLetters(store, limit);
      return [...calls, ...messages.map(messageLetter)].slice(0, limit);
    },
    async show(id) {
      if (isMessage(id)) {
        const letter = await readLetter(store, id);
        if (letter === null) return null;
        return { ...messageLetter(letter), content: letter.body === null ? null : JSON.parse(letter.body) };
      }
      const execution = await journal.get(parse(id).requestId);
      const found = execution === null ? [] : poisonedCalls(execution);
      const call = found.find((one) => one.id === id);
      if (execution === null || call === undefined) return null;
      const steps = execution.steps.map(({ state, code }) => ({ state, code: code ?? null }));
      return { ...call, content: { steps, origin: execution.order.origin } };
    },
    async replay(id, by) {
      logger.info('a dead letter is replayed', { letter: id, by });
      if (!isMessage(id)) return settle(id, 'again');
      const { body, side } = await letterOf(id);
      if (body === null) {
        throw new HermesError('CONFLICT', 'The message was too large to keep, so it cannot be replayed', {
          layer: 'bus',
          where: id,
        });
      }
      await admit(JSON.parse(body), side);
      await removeLetter(store, id);
    },
    async discard(id, by) {
      logger.info('a dead letter is discarded', { letter: id, by });
      if (!isMessage(id)) return settle(id, 'not_done');
      if (!(await removeLetter(store, id))) throw notFound(id);
    },
  };
}

const poisonedCalls = ({ order, steps }: Execution): DeadLetter[] =>
  steps.flatMap(({ matter }, index) => {
    if (matter?.reason !== 'POISONED') return [];
    const { id: step, tool, version } = order.steps[index]!;
    const { requestId, sessionId, tenant } = order;
    return {
      id: `${requestId}/${index + 1}`,
      kind: 'call',
      code: matter.code,
      reason: 'Every attempt lost its worker',
      at: matter.since,
      about: { request_id: requestId, step, tool, version, session_id: sessionId, tenant },
    };
  });

const messageLetter = ({ id, code, reason, side, body, at }: MessageLetter): DeadLetter => ({
  id,
  kind: 'message',
  code,
  reason,
  at,
  about: { side, replayable: body !== null },
});

function parse(id: string): { requestId: string; step: number } {
  const slash = id.indexOf('/');
  return { requestId: id.slice(0, Math.max(0, slash)), step: Number(id.slice(slash + 1)) - 1 };
}

const notFound = (id: string): HermesError =>
  new HermesError('NOT_FOUND', `No dead letter has the id ${id}`, {
    layer: 'bus',
    hint: '`hermes dead-letter list` shows those there are.',
  });
