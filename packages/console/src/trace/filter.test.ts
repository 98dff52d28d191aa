import { expect, test } from 'vitest';
import type { TraceSummary } from '../api/wire.ts';
import { searchTraces, sinceInstant } from './filter.ts';

const trace = (id: string, more: Partial<TraceSummary> = {}): TraceSummary => ({
  request_id: id,
  status: 'succeeded',
  agent: 'after-sales',
  intent: 'order_query',
  code: null,
  session_id: 's',
  started_at: '2026-10-15T10:30:42Z',
  ended_at: null,
  ...more,
});

test('every word must be there, in any field', () => {
  const traces = [
    trace('aa11', { intent: 'return_request' }),
    trace('bb22', { code: 'SERVICE_UNAVAILABLE' }),
  ];
  expect(searchTraces(traces, '')).toHaveLength(2);
  expect(searchTraces(traces, 'RETURN aa').map((one) => one.request_id)).toEqual(['aa11']);
  expect(searchTraces(traces, 'service_un')).toHaveLength(1);
  expect(searchTraces(traces, 'return bb')).toEqual([]);
});

test('since is cut to the minute', () => {
  expect(sinceInstant('all', 0)).toBe('');
  expect(sinceInstant('hour', Date.parse('2026-10-15T10:30:42Z'))).toBe('2026-10-15T09:30:00.000Z');
});
