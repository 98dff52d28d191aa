import type { Clock, Layer, Logger, SpanRecord, SpanSink, SpanValue } from '@hermes-agent/core';
import type { Migration, Store } from '@hermes-agent/store';

const tables = (integer: string, real: string): string => `
CREATE TABLE span (
  span_id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, parent_span_id TEXT, request_id TEXT, turn_id TEXT,
  session_id TEXT, layer TEXT NOT NULL, name TEXT NOT NULL, start_ms ${real} NOT NULL, end_ms ${real} NOT NULL,
  code TEXT NOT NULL, attributes TEXT NOT NULL, stored_at ${integer} NOT NULL);
CREATE INDEX span_by_request ON span (request_id);
CREATE INDEX span_by_turn ON span (session_id, turn_id);
`;

export const SPAN_MIGRATIONS: readonly Migration[] = [
  {
    name: 'spans',
    sqlite: tables('INTEGER', 'REAL'),
    postgres: tables('BIGINT', 'DOUBLE PRECISION'),
  },
];

const FLUSH_MS = 150;
const BUFFER_LIMIT = 10_000;
const READ_LIMIT = 2_000;

export interface SpanStore extends SpanSink {
  /** Spans of a request and of the turns it came from, oldest first. */
  ofRequest(requestId: string, turn: { sessionId: string; turnId: string | null }): Promise<SpanRecord[]>;
  flush(): Promise<void>;
  /** How many spans were lost: over the limit, after closing, or because the store refused them. */
  dropped(): number;
  /** Flushes and stops; spans written afterwards are dropped. */
  close(): Promise<void>;
}

/**
 * Keeps spans in the store, a batch a transaction, so that tracing never waits for a disk. Spans of the last
 * moments may be lost in a crash; the bus's messages, which are not, tell what happened.
 */
export function createSpanStore(store: Store, clock: Clock, logger: Logger): SpanStore {
  let buffer: SpanRecord[] = [];
  let dropped = 0;
  let closed = false;
  let writing: Promise<void> = Promise.resolve();
  let cancelTimer: (() => void) | null = null;

  const writeBatch = async (): Promise<void> => {
    const batch = buffer;
    buffer = [];
    if (batch.length === 0) return;
    try {
      await store.transaction(async (queries) => {
        for (const span of batch) {
          await queries.run(
            `INSERT INTO span (span_id, trace_id, parent_span_id, request_id, turn_id, session_id, layer, name,
               start_ms, end_ms, code, attributes, stored_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (span_id) DO NOTHING`,
            [
              span.spanId,
              span.traceId,
              span.parentSpanId,
              span.requestId,
              span.turnId,
              span.sessionId,
              span.layer,
              span.name,
              span.startMs,
              span.endMs,
              span.code,
              JSON.stringify(span.attributes),
              clock.now(),
            ],
          );
        }
      });
    } catch (thrown) {
      dropped += batch.length;
      logger.warn('spans could not be stored', { dropped, error: String((thrown as Error).message) });
    }
  };

  const flush = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    writing = writing.then(writeBatch);
    return writing;
  };

  return {
    write(span) {
      if (closed || buffer.length >= BUFFER_LIMIT) {
        dropped += 1;
        return;
      }
      buffer.push(span);
      cancelTimer ??= clock.after(FLUSH_MS, () => void flush());
    },
    async ofRequest(requestId, turn) {
      await flush();
      const rows = await store.all<SpanColumns>(
        `SELECT * FROM span
         WHERE request_id = $1 OR request_id LIKE $2 OR (session_id = $3 AND turn_id = $4)
         ORDER BY start_ms, end_ms LIMIT $5`,
        [requestId, `${requestId}/%`, turn.sessionId, turn.turnId, READ_LIMIT],
      );
      return rows.map(fromColumns);
    },
    flush,
    dropped: () => dropped,
    async close() {
      await flush();
      closed = true;
    },
  };
}

interface SpanColumns {
  span_id: string;
  trace_id: string;
  parent_span_id: string | null;
  request_id: string | null;
  turn_id: string | null;
  session_id: string | null;
  layer: Layer;
  name: string;
  start_ms: number;
  end_ms: number;
  code: string;
  attributes: string;
}

const fromColumns = (row: SpanColumns): SpanRecord => ({
  spanId: row.span_id,
  traceId: row.trace_id,
  parentSpanId: row.parent_span_id,
  requestId: row.request_id,
  turnId: row.turn_id,
  sessionId: row.session_id,
  layer: row.layer,
  name: row.name,
  startMs: row.start_ms,
  endMs: row.end_ms,
  code: row.code,
  attributes: JSON.parse(row.attributes) as Record<string, SpanValue>,
});
