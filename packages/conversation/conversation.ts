import type { JsonObject } from '@hermes-agent/core';
import { labelsOf, prepareAgent } from './agent.ts';
import type { Directory } from './directory/person.ts';
import type { ConversationEvent, Snapshot, Turnout } from './event.ts';
import type { FlowSet } from './flow/flow.ts';
import { runMachine } from './machine.ts';
import { initialState, type SessionState } from './session/state.ts';
import type { Locale } from './text/locale.ts';

/** Values a response may name, as `{slot.…}` (and, in words, `{label.…}`), `{facts.…}`, `{user.…}`. */
export interface ResponseValues {
  readonly slots?: JsonObject;
  readonly facts?: JsonObject;
  readonly user?: JsonObject;
}

/** A trained conversation. It holds no session: every call gets the state and gives the next one. */
export interface Conversation {
  initialState(): SessionState;
  /**
   * One event of one session. Pure and synchronous: no clock, no randomness, no I/O; the given state is not changed.
   * Never throws on what a user or a tool says.
   */
  machine(state: SessionState, event: ConversationEvent, snapshot: Snapshot): Turnout;
  /** A response by key with values put in; its fallback when one is missing, the key itself when nothing has it. */
  render(key: string, values: ResponseValues, locale: Locale): string;
  /** JSON Schema (2020-12) of the `slots` an intent emits; undefined for one that emits nothing. */
  slotSchema(intent: string): JsonObject | undefined;
}

/**
 * Trains the classifier on the flows' examples (deterministic, in-process) and prepares readers and templates.
 * `directory` replaces the one the flows were loaded with.
 */
export function createConversation({
  flows,
  directory,
}: {
  readonly flows: FlowSet;
  readonly directory?: Directory;
}): Conversation {
  const agent = prepareAgent(directory === undefined ? flows : { ...flows, directory });
  return {
    initialState,
    machine: (state, event, snapshot) => runMachine(agent, state, event, snapshot),
    render: (key, { slots = {}, facts = {}, user = {} }, locale) =>
      agent.renderer.render(
        key,
        { slot: slots, label: labelsOf(agent, slots, locale), facts, user, value: {} },
        locale,
      ),
    slotSchema(intent) {
      const flow = agent.flows.get(intent);
      if (flow?.kind !== 'task') return undefined;
      return {
        type: 'object',
        required: flow.slots.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(flow.slots.map(({ name, reader }) => [name, reader.schema])),
      };
    },
  };
}
