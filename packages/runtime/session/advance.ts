import type {
  AuditEntry,
  Conversation,
  ConversationEvent,
  Emission,
  Reading,
  Reply,
  SessionState,
  Snapshot,
} from '@hermes-agent/conversation';
import { HermesError } from '@hermes-agent/core';

export type LookupEmission = Extract<Emission, { type: 'lookup' }>;
export type ExecuteEmission = Extract<Emission, { type: 'execute' }>;
export type HandoverEmission = Extract<Emission, { type: 'handover' }>;
export type LookupOutcome = Extract<ConversationEvent, { type: 'lookup_result' }>['outcome'];

export interface Advanced {
  readonly state: SessionState;
  readonly replies: readonly Reply[];
  readonly executes: readonly ExecuteEmission[];
  readonly audit: readonly AuditEntry[];
  readonly handovers: readonly HandoverEmission[];
  readonly reading: Reading;
}

/** A queue of intents from one message needs one look-up each; more than this is a loop. */
const STEPS_LIMIT = 16;

/**
 * Feeds `event` to the machine and answers what it asks until it wants nothing more. Writes no session: the
 * caller commits what comes out, or drops it.
 */
export async function advance(
  conversation: Conversation,
  from: SessionState,
  event: ConversationEvent,
  snapshot: Snapshot,
  answer: {
    readonly lookUp: (emission: LookupEmission, state: SessionState) => Promise<LookupOutcome>;
    /** Takes what is to be executed; returns the outcome at once when it cannot be. */
    readonly place: (emission: ExecuteEmission, state: SessionState) => ConversationEvent | null;
  },
): Promise<Advanced> {
  const replies: Reply[] = [];
  const executes: ExecuteEmission[] = [];
  const events: ConversationEvent[] = [event];
  let state = from;
  let reading: Reading | undefined;
  const audit: AuditEntry[] = [];
  const handovers: HandoverEmission[] = [];
  for (let steps = 0; events.length > 0; steps += 1) {
    if (steps >= STEPS_LIMIT) {
      throw new HermesError('INTERNAL', `The conversation asked for more than ${STEPS_LIMIT} look-ups`, {
        layer: 'runtime',
      });
    }
    const step = conversation.machine(state, events.shift()!, snapshot);
    state = step.state;
    reading = mergeReading(reading, step.reading);
    replies.push(...step.replies);
    audit.push(...step.audit);
    for (const emission of step.emissions) {
      switch (emission.type) {
        case 'execute': {
          const refused = answer.place(emission, state);
          if (refused === null) executes.push(emission);
          else events.push(refused);
          break;
        }
        case 'lookup': {
          const outcome = await answer.lookUp(emission, state);
          events.push({ type: 'lookup_result', lookupId: emission.lookupId, outcome });
          break;
        }
        case 'handover':
          handovers.push(emission);
      }
    }
  }
  return { state, replies, executes, audit, handovers, reading: reading! };
}

/** What was understood comes from the event itself; where the task stands, from the last step. */
const mergeReading = (first: Reading | undefined, next: Reading): Reading =>
  first === undefined ? next : { ...first, state: next.state, slots: next.slots };
