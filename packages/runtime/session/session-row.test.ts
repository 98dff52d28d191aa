import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyRing, createMemory, type Memory, type SubjectKey } from '@hermes-agent/memory';
import { openStore, type Store } from '@hermes-agent/store';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readCursor, writeCursor } from '../outcome/outcome-cursor.ts';
import {
  applyOutcome,
  findRequests,
  insertRequest,
  type RequestRow,
  readRequest,
  unsubmittedRequests,
} from '../request/request-row.ts';
import { appendOutbox, readOutbox } from './outbox.ts';
import { SESSION_MIGRATIONS } from './schema.ts';
import { insertSession, readSession, type SessionRow, updateSession } from './session-row.ts';

const postgresUrl = inject('postgresUrl');

const session: SessionRow = {
  sessionId: 's1',
  tenant: 'local',
  subject: 'u1',
  agent: 'after-sales',
  locale: 'zh',
  state: { revision: 0 },
  reading: { state: 'idle', intent: null, confidence: 0, excluded: [], slots: {} },
  version: 1,
  turns: 0,
  lastOutbox: 0,
  createdAt: 1,
  touchedAt: 1,
  closedAt: null,
};

const request: RequestRow = {
  requestId: 'r1',
  sessionId: 's1',
  turnId: 't1',
  tenant: 'local',
  subject: 'u1',
  agent: 'after-sales',
  intent: 'order_query',
  taskId: '1',
  kind: 'execute',
  order: { requestId: 'r1' } as RequestRow['order'],
  learn: {},
  displayMs: 7_000,
  status: 'running',
  code: null,
  createdAt: 100,
  endedAt: null,
};

describe.each(postgresUrl === null ? ['sqlite'] : ['sqlite', 'postgres'])('sessions on %s', (dialect) => {
  let store: Store;
  let memory: Memory;
  let key: SubjectKey;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hermes-session-'));
    const database = dialect === 'postgres' ? await freshDatabase(postgresUrl!) : null;
    store = await openStore(database?.url ?? 'sqlite:test.db', { dataDir });
    await store.migrate('runtime', SESSION_MIGRATIONS);
    const ring = {
      current: 'k1',
      keys: new Map([['k1', new Uint8Array(32)]]),
      indexKey: new Uint8Array(32).fill(9),
    };
    memory = createMemory({ store, keys: createKeyRing(ring), domains: [] });
    key = await memory.subjectKeys.of({ tenant: 'local', domain: 'retail', subject: 'u1' });
    end = async () => {
      await memory.close();
      await store.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  afterAll(() => end());

  test('C24 a write that names an older version changes nothing', async () => {
    await insertSession(store, key, session);
    const next = { ...session, version: 2, turns: 1 };
    expect(await updateSession(store, key, next, 1)).toBe(true);
    expect(await updateSession(store, key, { ...next, turns: 9 }, 1)).toBe(false);
    expect(await readSession(store, memory.subjectKeys, 's1')).toEqual(next);
    expect(await readSession(store, memory.subjectKeys, 'other')).toBeNull();
  });

  test('the outbox is read again from any point', async () => {
    const reply = { id: 1, key: 'k', text: '您好', locale: 'zh' } as const;
    await appendOutbox(store, key, 's1', [
      { id: 1, event: { type: 'reply', id: 1, reply, push: false }, turnId: 't1', requestId: null, at: 5 },
      {
        id: 2,
        event: { type: 'reading', id: 2, reading: session.reading },
        turnId: 't1',
        requestId: 'r1',
        at: 6,
      },
    ]);
    expect((await readOutbox(store, memory.subjectKeys, 's1', 0, 10)).map(({ id }) => id)).toEqual([1, 2]);
    expect(await readOutbox(store, memory.subjectKeys, 's1', 1, 10)).toEqual([
      {
        id: 2,
        event: { type: 'reading', id: 2, reading: session.reading },
        turnId: 't1',
        requestId: 'r1',
        at: 6,
      },
    ]);
  });

  test('a request is written once, and an outcome applied once and never backwards', async () => {
    await insertRequest(store, request);
    await insertRequest(store, { ...request, intent: 'another' });
    expect(await readRequest(store, 'r1')).toEqual(request);
    expect((await unsubmittedRequests(store, 10)).map(({ requestId }) => requestId)).toEqual(['r1']);
    const pending = { sequence: 5, status: 'pending', code: 'EXECUTE_TIMEOUT', endedAt: null } as const;
    const done = { sequence: 7, status: 'succeeded', code: null, endedAt: 200 } as const;
    expect(await applyOutcome(store, 'r1', pending)).toBe(true);
    expect(await applyOutcome(store, 'r1', pending)).toBe(false);
    expect(await applyOutcome(store, 'r1', done)).toBe(true);
    expect(await applyOutcome(store, 'r1', pending)).toBe(false);
    expect(await readRequest(store, 'r1')).toMatchObject({ status: 'succeeded', code: null, endedAt: 200 });
  });

  test('requests are found by tenant, user, session and time', async () => {
    const found = async (filter: object): Promise<number> =>
      (await findRequests(store, { tenant: 'local', limit: 10, ...filter })).length;
    expect(await found({})).toBe(1);
    expect(await found({ subject: 'u1', sessionId: 's1', sinceMs: 100, untilMs: 100 })).toBe(1);
    expect(await found({ subject: 'u2' })).toBe(0);
    expect(await found({ sinceMs: 101 })).toBe(0);
    expect(await found({ tenant: 'another' })).toBe(0);
  });

  test('a cursor never goes back', async () => {
    expect(await readCursor(store, 'outcome')).toBe(0);
    await writeCursor(store, 'outcome', 7);
    await writeCursor(store, 'outcome', 3);
    expect(await readCursor(store, 'outcome')).toBe(7);
  });
});
