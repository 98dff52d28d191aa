import { HermesError, type Ids, type JsonObject } from '@hermes-agent/core';
import type { Agent } from '../agent/agent.ts';
import type { Hermes, Locale, OutboxReply } from '../api.ts';
import type { OutcomeFeedDependencies } from '../outcome/outcome-feed.ts';
import type { SessionDependencies } from './move-session.ts';
import { appendOutbox, readOutbox } from './outbox.ts';
import { createSessionLock } from './session-lock.ts';
import { closeSession, insertSession, type SessionRow } from './session-row.ts';
import { viewSession } from './session-view.ts';
import { ownSession, takeTurn, turnResult } from './take-turn.ts';

export interface SessionsDependencies extends SessionDependencies {
  readonly ids: Ids;
  readonly agents: ReadonlyMap<string, Agent>;
}

export interface Sessions {
  readonly open: Hermes['openSession'];
  readonly turn: Hermes['turn'];
  readonly view: Hermes['session'];
  readonly close: Hermes['closeSession'];
  readonly events: Hermes['events'];
  /** What the outcome feed needs to move sessions too. */
  readonly feed: OutcomeFeedDependencies;
}

const EVENTS_DEFAULT = 200;

/** Everything that happens to sessions: opening, turns, what they have to say, the end. */
export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { store, clock, ids, agents, memory, hints } = dependencies;
  const locked = createSessionLock();

  const agentNamed = (name: string): Agent => {
    const agent = agents.get(name);
    if (agent !== undefined) return agent;
    throw new HermesError('AGENT_UNKNOWN', `There is no agent named ${name}`, {
      layer: 'runtime',
      hint: `There are: ${[...agents.keys()].join(', ')}.`,
      details: { agents: [...agents.keys()] },
    });
  };

  return {
    async open({ agent: name, identity, locale: wanted }) {
      const { document, conversation } = agentNamed(name);
      const sessionId = ids.next();
      const locale = wanted ?? document.locale;
      const replies = greetingOf(agentNamed(name), locale);
      const now = clock.now();
      const row: SessionRow = {
        sessionId,
        tenant: identity.tenant,
        subject: identity.subject,
        agent: name,
        locale,
        state: conversation.initialState() as unknown as JsonObject,
        reading: { state: 'idle', intent: null, confidence: 0, excluded: [], slots: {} },
        version: 1,
        turns: 0,
        lastOutbox: replies.length,
        createdAt: now,
        touchedAt: now,
        closedAt: null,
      };
      const { tenant, subject } = identity;
      const key = await memory.subjectKeys.of({ tenant, domain: document.domain.name, subject });
      await store.transaction(async (queries) => {
        await insertSession(queries, key, row);
        await appendOutbox(
          queries,
          key,
          sessionId,
          replies.map((reply) => ({
            id: reply.id,
            event: { type: 'reply', id: reply.id, reply, push: false },
            turnId: null,
            requestId: null,
            at: now,
          })),
        );
      });
      return { sessionId, locale, replies };
    },
    async turn(input, signal) {
      const row = await locked(input.sessionId, () =>
        takeTurn(dependencies, (session) => agentNamed(session.agent), input),
      );
      return turnResult(dependencies, input.sessionId, row, input.waitMs ?? 0, signal);
    },
    async view(sessionId, identity) {
      return viewSession(store, memory.subjectKeys, await ownSession(dependencies, { sessionId, identity }));
    },
    close: (sessionId, identity) =>
      locked(sessionId, async () => {
        const before = await ownSession(dependencies, { sessionId, identity });
        if (before.closedAt !== null) return;
        const now = clock.now();
        if (!(await closeSession(store, sessionId, before.version, now))) {
          throw new HermesError('SESSION_STALE', 'The session moved on', { layer: 'runtime' });
        }
        const domain = agents.get(before.agent)?.document.domain.name;
        if (domain !== undefined) await memory.endSession({ tenant: before.tenant, domain, sessionId });
        hints.tell(sessionId);
      }),
    async events(sessionId, identity, afterId, limit = EVENTS_DEFAULT) {
      await ownSession(dependencies, { sessionId, identity });
      return (await readOutbox(store, memory.subjectKeys, sessionId, afterId, limit)).map(
        ({ event }) => event,
      );
    },
    feed: {
      ...dependencies,
      agentOf: (session) => agents.get(session.agent),
      planFor: ({ agent, intent }) => agents.get(agent)?.plans.get(intent),
      locked,
    },
  };
}

function greetingOf({ document, conversation }: Agent, locale: Locale): OutboxReply[] {
  if (document.greeting === undefined) return [];
  const text = conversation.render(document.greeting, {}, locale);
  return [{ id: 1, key: document.greeting, text, locale }];
}
