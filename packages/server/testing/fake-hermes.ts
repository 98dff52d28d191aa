import { HermesError, silentLogger } from '@hermes-agent/core';
import type {
  Hermes,
  Identity,
  OutboxReply,
  Reading,
  SessionEvent,
  SettlementRecord,
  TurnResult,
} from '@hermes-agent/runtime';

interface FakeSession {
  readonly owner: Identity;
  readonly events: SessionEvent[];
  readonly hints: Set<() => void>;
  readonly turns: Map<string, TurnResult>;
}

export interface FakeHermes extends Hermes {
  /** Puts words into a session's outbox that no turn waited for. */
  push(sessionId: string, text: string): void;
  /** How many streams listen to a session. */
  listeners(sessionId: string): number;
  readonly lastTurn: { waitMs?: number | undefined; referenceMs?: number | undefined };
  setMailbox(url: string | null): void;
}

const REQUEST_ID = '0198c0de-0000-8000-8000-000000000001';

/** A Hermes in memory that repeats what it hears. Text of the form `fail CODE` throws that code. */
export function createFakeHermes(ready: Promise<void> = Promise.resolve()): FakeHermes {
  const sessions = new Map<string, FakeSession>();
  const decided: SettlementRecord[] = [];
  let mailbox: string | null = null;
  const lastTurn: FakeHermes['lastTurn'] = {};
  const find = (id: string, identity: Identity): FakeSession => {
    const session = sessions.get(id);
    const { tenant, subject } = session?.owner ?? {};
    if (session === undefined || tenant !== identity.tenant || subject !== identity.subject) {
      throw new HermesError('SESSION_NOT_FOUND', 'There is no such session', { layer: 'runtime' });
    }
    return session;
  };
  const say = (session: FakeSession, text: string, push: boolean): OutboxReply => {
    const id = session.events.length + 1;
    const reply: OutboxReply = { id, key: push ? 'later' : 'echo', text, locale: 'zh' };
    session.events.push({ type: 'reply', id, reply, push });
    for (const hint of session.hints) hint();
    return reply;
  };
  const reading: Reading = {
    state: 'idle',
    intent: 'echo',
    confidence: 0.9,
    excluded: [{ intent: 'complaint', confidence: 0.1 }],
    slots: { order_id: 'ORD-12345678' },
  };
  const summary = {
    requestId: REQUEST_ID,
    agent: 'echo',
    intent: 'echo',
    sessionId: 'session-1',
    status: 'succeeded',
    code: null,
    startMs: 1_000,
    endMs: 1_900,
  } as const;
  return {
    logger: silentLogger,
    lastTurn,
    setMailbox(url) {
      mailbox = url;
    },
    push: (id, text) => void say(sessions.get(id)!, text, true),
    listeners: (id) => sessions.get(id)?.hints.size ?? 0,
    agents: () => [
      {
        name: 'echo',
        title: { zh: '回声', en: 'Echo' },
        description: { zh: '重复您说的话', en: 'Repeats you' },
        tries: ['你好'],
        locale: 'zh',
      },
    ],
    async openSession({ agent, identity, locale = 'zh' }) {
      if (agent !== 'echo') {
        throw new HermesError('AGENT_UNKNOWN', `There is no agent ${agent}`, {
          layer: 'runtime',
          hint: 'There is: echo',
        });
      }
      const sessionId = `session-${sessions.size + 1}`;
      const session = { owner: identity, events: [], hints: new Set<() => void>(), turns: new Map() };
      sessions.set(sessionId, session);
      return { sessionId, locale, replies: [say(session, '您好', false)] };
    },
    async turn({ sessionId, identity, turnId, text, referenceMs, waitMs }) {
      const session = find(sessionId, identity);
      Object.assign(lastTurn, { referenceMs, waitMs });
      const code = /^fail (\w+)$/.exec(text)?.[1];
      if (code === 'CRASH') throw new TypeError('secret inside');
      if (code !== undefined) throw new HermesError(code as 'INTERNAL', 'As asked', { layer: 'runtime' });
      if (text === 'slow') await new Promise((resolve) => setTimeout(resolve, 150));
      const known = session.turns.get(turnId);
      if (known !== undefined) return known;
      const result: TurnResult = {
        ...reading,
        turnId,
        turn: session.turns.size + 1,
        replies: [say(session, text, false)],
        emission: { intent: 'echo' },
        requestIds: [REQUEST_ID],
      };
      session.turns.set(turnId, result);
      return result;
    },
    async session(sessionId, identity) {
      find(sessionId, identity);
      const transcript = [{ id: 1, from: 'agent', text: '您好', at: 1_000, requestId: REQUEST_ID }] as const;
      return { ...reading, sessionId, agent: 'echo', locale: 'zh', transcript };
    },
    async closeSession(sessionId, identity) {
      find(sessionId, identity);
      sessions.delete(sessionId);
    },
    async events(sessionId, identity, afterId, limit = 100) {
      return find(sessionId, identity)
        .events.filter(({ id }) => id > afterId)
        .slice(0, limit);
    },
    onEvents(sessionId, onHint) {
      sessions.get(sessionId)?.hints.add(onHint);
      return () => void sessions.get(sessionId)?.hints.delete(onHint);
    },
    displayTimeoutMs: async () => 7_000,
    cancel: async () => ({ status: 'cancelled' }),
    async trace(requestId) {
      if (requestId !== REQUEST_ID) return null;
      const ids = {
        traceId: REQUEST_ID.replaceAll('-', ''),
        requestId,
        turnId: 't1',
        sessionId: 'session-1',
      };
      const span = {
        ...ids,
        spanId: '0000000000000001',
        parentSpanId: null,
        layer: 'bus',
        name: 'step echo',
        startMs: 1_000,
        endMs: 1_900,
        code: 'OK',
        attributes: { tool: 'echo', attempts: 1 },
      } as const;
      return { ...summary, spans: [span], messages: [{ type: 'EXECUTE_REQUEST', at: 1_000 }] };
    },
    async findTraces({ user, limit = 50 }) {
      return user === 'nobody' ? [] : [summary].slice(0, limit);
    },
    attention: async () => [
      {
        requestId: REQUEST_ID,
        step: 'mail',
        idempotencyKey: `${REQUEST_ID}/2`,
        tool: 'send_mail',
        reason: 'OUTCOME_UNKNOWN',
        code: 'OUTCOME_UNKNOWN',
        sinceMs: 5,
      },
    ],
    async settleAttention({ requestId, step, identity, resolution, output, note = '' }) {
      if (requestId !== REQUEST_ID || step !== 'mail') {
        throw new HermesError('CONFLICT', 'Nothing stands open there', { layer: 'bus' });
      }
      const given = output === undefined ? '' : ` ${JSON.stringify(output)}`;
      decided.push({
        atMs: 7,
        by: identity.subject,
        requestId,
        step,
        resolution,
        result: 'settled',
        note: note + given,
      });
      return { status: 'succeeded' };
    },
    compensations: async ({ status = 'pending', limit = 100 }) =>
      [
        {
          tenant: 'local',
          domain: 'retail',
          subject: '0123456789abcdef0123456789abcdef',
          requestId: REQUEST_ID,
          stepId: `${REQUEST_ID}/1`,
          step: 'debit',
          tool: 'refund',
          amountClass: 'under_1000' as const,
          status,
          code: 'COMPENSATION_FAILED',
          atMs: 5,
        },
      ].slice(0, limit),
    settleCompensations: async ({ stepIds }) =>
      (stepIds === 'all' ? [`${REQUEST_ID}/1`] : stepIds).map((stepId) => ({
        stepId,
        code: stepId === `${REQUEST_ID}/1` ? null : 'NOT_FOUND',
      })),
    settlements: async ({ limit = 100 }) => decided.slice(0, limit),
    canary: {
      start: () =>
        Promise.reject(new HermesError('TOOL_UNKNOWN', 'There is one version', { layer: 'runtime' })),
      list: async () => [],
      promote: () => Promise.reject(new HermesError('NOT_FOUND', 'No canary is running', { layer: 'bus' })),
      rollback: () => Promise.reject(new HermesError('NOT_FOUND', 'No canary is running', { layer: 'bus' })),
    },
    policies: {
      list: async () => [],
      get: () => Promise.reject(new HermesError('NOT_FOUND', 'There are no rules', { layer: 'runtime' })),
      set: () =>
        Promise.reject(new HermesError('INVALID_ARGUMENT', 'There are no tools', { layer: 'runtime' })),
      unset: () => Promise.reject(new HermesError('NOT_FOUND', 'There are no rules', { layer: 'runtime' })),
      changes: async () => [],
    },
    tools: { freeze: async () => true, thaw: async () => false, frozen: async () => [] },
    deadLetters: {
      list: async () => [],
      show: async () => null,
      replay: () => Promise.reject(new HermesError('NOT_FOUND', 'There are no letters', { layer: 'bus' })),
      discard: () => Promise.reject(new HermesError('NOT_FOUND', 'There are no letters', { layer: 'bus' })),
    },
    metrics: async () => '# TYPE hermes_turns_total counter\nhermes_turns_total{agent="echo"} 3\n',
    async artifact(id) {
      if (id !== 'report') throw new HermesError('ARTIFACT_NOT_FOUND', 'It is gone', { layer: 'tools' });
      return { bytes: new TextEncoder().encode('%PDF-1.7'), mediaType: 'application/pdf', name: '报告.pdf' };
    },
    archive: async () => ({ executions: 0, sessions: 0, spans: 0, artifacts: 0, profileValues: 0 }),
    mailboxUrl: () => mailbox,
    demoEnvironment: () => ({}),
    ready: () => ready,
    stop: async () => {},
  };
}
