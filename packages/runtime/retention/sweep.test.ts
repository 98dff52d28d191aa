import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@hermes-agent/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { debit, describeOnEachDialect, done, openOperations, refused } from '../fixture/operations.ts';
import { readRequest } from '../request/request-row.ts';
import { appendOutbox } from '../session/outbox.ts';
import { insertSession, readSession, type SessionRow } from '../session/session-row.ts';
import { insertTurn } from '../session/turn-row.ts';
import { readRetention } from './settings.ts';
import { sweep } from './sweep.ts';

/** Everything that ended before the next minute is old. */
const OLD = { requestsMs: -60_000, sessionsMs: -60_000, spansMs: -60_000, artifactsMs: 1 };

const tools = {
  pay: () => done({ cents: 100 }),
  ship: () => refused('OUT_OF_STOCK'),
  undo_pay: () => refused('BANK_CLOSED'),
};
const reading = { state: 'idle', intent: null, confidence: 0, excluded: [], slots: {} };
const sessionOf = (sessionId: string): SessionRow => ({
  sessionId,
  tenant: 'acme',
  subject: 'ada',
  agent: 'shop',
  locale: 'zh',
  state: {},
  reading,
  version: 1,
  turns: 0,
  lastOutbox: 0,
  createdAt: 1,
  touchedAt: 1,
  closedAt: null,
});

describeOnEachDialect('the sweep', (place) => {
  test('removes what is old, keeps what is open, and archives the journal', async () => {
    const on = await openOperations(await place(), tools);
    const { store, memory } = on;
    const folder = await mkdtemp(join(tmpdir(), 'hermes-archive-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const key = await memory.subjectKeys.of({ tenant: 'acme', domain: 'retail', subject: 'ada' });
    for (const id of ['s-old', 's-open']) {
      await insertSession(store, key, sessionOf(id));
      await insertTurn(store, key, id, {
        turnId: 't1',
        turn: 1,
        bodyHash: 'h',
        text: 'hello',
        reading,
        emission: null,
        requestIds: [],
        outboxFrom: 0,
        at: 1,
      });
      await appendOutbox(store, key, id, [
        { id: 1, event: { type: 'reading', id: 1, reading }, turnId: 't1', requestId: null, at: 1 },
      ]);
    }
    await store.run(
      `INSERT INTO span (span_id, trace_id, layer, name, start_ms, end_ms, code, attributes, stored_at)
       VALUES ('1', '1', 'bus', 'x', 0, 0, 'OK', '{}', 5)`,
    );
    const ended = await on.run('ended', [debit('pay')], { sessionId: 's-old' });
    const stuck = await on.run('stuck', [debit('pay'), debit('ship')], { sessionId: 's-open' });
    await vi.waitFor(async () =>
      expect(await readRequest(store, stuck)).toMatchObject({ status: 'needs_attention' }),
    );
    await vi.waitFor(async () =>
      expect(await store.all('SELECT position FROM runtime_cursor')).toHaveLength(1),
    );

    const dependencies = {
      store,
      bus: on.bus,
      memory,
      artifacts: { sweep: async () => 7 },
      clock: systemClock,
    };
    const report = await sweep(dependencies, { ...OLD, archiveFolder: folder });
    expect(report).toEqual({ executions: 1, sessions: 1, spans: 1, artifacts: 7, profileValues: 0 });
    expect(await on.bus.executions.get(ended)).toBeNull();
    expect(await readRequest(store, ended)).toBeNull();
    expect(await readSession(store, memory.subjectKeys, 's-old')).toBeNull();
    expect(await on.bus.executions.get(stuck)).toMatchObject({ status: 'needs_attention' });
    expect(await readRequest(store, stuck)).not.toBeNull();
    expect(await readSession(store, memory.subjectKeys, 's-open')).not.toBeNull();
    for (const table of ['session_turn', 'session_outbox']) {
      expect(await store.all(`SELECT session_id FROM ${table}`)).toEqual([{ session_id: 's-open' }]);
    }
    const [file] = await readdir(folder);
    const lines = (await readFile(join(folder, file!), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: ended, messages: [{}, {}, {}] }]);
    expect(await sweep(dependencies, { ...OLD, archiveFolder: null })).toMatchObject({ executions: 0 });
  });
});

test('ages come from the environment, in days', () => {
  const day = 86_400_000;
  expect(readRetention({})).toEqual({
    requestsMs: 90 * day,
    sessionsMs: 90 * day,
    spansMs: 30 * day,
    artifactsMs: 90 * day,
    archiveFolder: null,
  });
  expect(readRetention({ HERMES_KEEP_SPANS_DAYS: '7', HERMES_ARCHIVE: '/var/archive' })).toMatchObject({
    spansMs: 7 * day,
    archiveFolder: '/var/archive',
  });
  expect(() => readRetention({ HERMES_KEEP_REQUESTS_DAYS: '-1' })).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', where: 'HERMES_KEEP_REQUESTS_DAYS' }),
  );
});
