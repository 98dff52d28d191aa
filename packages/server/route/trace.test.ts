import { expect, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';
import { traceListSchema, traceSchema } from '../wire/trace.ts';

const KNOWN = '0198c0de-0000-8000-8000-000000000001';

test('the trace of a request has its spans and messages', async () => {
  const { ask } = await startFake();
  const trace = traceSchema.parse(await (await ask(`/traces/${KNOWN}`)).json());
  expect(trace).toMatchObject({ status: 'succeeded', spans: [{ layer: 'bus', end_ms: 1_900 }] });
  expect((await ask('/traces/0198')).status).toBe(404);
});

test('traces are found by user and time, and a wrong time is refused', async () => {
  const { ask } = await startFake();
  const found = await ask('/traces?since=2026-01-01T00:00:00Z&limit=1');
  expect(traceListSchema.parse(await found.json()).traces).toHaveLength(1);
  expect(await (await ask('/traces?user=nobody')).json()).toEqual({ traces: [] });
  expect((await ask('/traces?since=yesterday')).status).toBe(400);
  expect((await ask('/traces?limit=0')).status).toBe(400);
});

test('a request is cancelled', async () => {
  const { ask } = await startFake();
  const answer = await ask(`/requests/${KNOWN}/cancel`, { method: 'POST' });
  expect(await answer.json()).toEqual({ request_id: KNOWN, status: 'cancelled' });
});

test('operators see what needs attention, and files', async () => {
  const { ask } = await startFake();
  expect(await (await ask('/attention')).json()).toMatchObject({
    items: [{ tool: 'send_mail', at: '1970-01-01T00:00:00.005Z' }],
  });
  const file = await ask('/artifacts/report');
  expect(await file.text()).toBe('%PDF-1.7');
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf");
  expect((await ask('/artifacts/none')).status).toBe(404);
});
