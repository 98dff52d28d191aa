import type { Queries } from '@hermes-agent/store';
import type { Execution } from '../execution/state.ts';
import type { JournaledMessage } from '../message/message.ts';
import type { Conclusion } from './conclusion.ts';
import type { JournalSql } from './dialect.ts';
import type { MessageQuery, Unserved } from './port.ts';
import { fromRow } from './row.ts';

const EXECUTION = 'SELECT e.state, o.body FROM bus_execution e JOIN bus_order o ON o.id = e.id';

export async function readExecution(queries: Queries, requestId: string): Promise<Execution | null> {
  const [row] = await queries.all<{ state: string; body: string }>(`${EXECUTION} WHERE e.id = $1`, [
    requestId,
  ]);
  return row === undefined ? null : fromRow(row);
}

export async function readAttention(
  queries: Queries,
  limit: number,
  tenant?: string,
): Promise<readonly Execution[]> {
  const ofTenant = tenant === undefined ? '' : 'AND e.tenant = $2';
  const rows = await queries.all<{ state: string; body: string }>(
    `${EXECUTION} WHERE e.attention = 1 ${ofTenant} ORDER BY e.changed_at LIMIT $1`,
    [limit, ...(tenant === undefined ? [] : [tenant])],
  );
  return rows.map(fromRow);
}

interface MessageColumns {
  readonly sequence: number;
  readonly type: string;
  readonly sender: string;
  readonly at: number;
  readonly envelope: string;
  readonly body: string;
}

const MESSAGE = 'SELECT sequence, type, sender, at, envelope, body FROM bus_message';

const toMessage = ({ envelope, body, ...rest }: MessageColumns): JournaledMessage =>
  ({ ...rest, envelope: JSON.parse(envelope), body: JSON.parse(body) }) as JournaledMessage;

export async function readMessages(
  queries: Queries,
  sql: JournalSql,
  { after, limit, kinds }: MessageQuery,
): Promise<readonly JournaledMessage[]> {
  const ofKinds = kinds === undefined ? '' : `AND type IN ${sql.texts('$3')}`;
  const rows = await queries.all<MessageColumns>(
    `${MESSAGE} WHERE sequence > $1 AND ${sql.settledSequence} ${ofKinds} ORDER BY sequence LIMIT $2`,
    [after, limit, ...(kinds === undefined ? [] : [JSON.stringify(kinds)])],
  );
  return rows.map(toMessage);
}

export async function readMessagesOf(
  queries: Queries,
  requestId: string,
): Promise<readonly JournaledMessage[]> {
  const rows = await queries.all<MessageColumns>(`${MESSAGE} WHERE execution_id = $1 ORDER BY sequence`, [
    requestId,
  ]);
  return rows.map(toMessage);
}

interface ConclusionColumns {
  readonly sequence: number;
  readonly at: number;
  readonly body: string;
}

const toConclusion = ({ sequence, at, body }: ConclusionColumns): Conclusion => ({
  ...(JSON.parse(body) as Omit<Conclusion, 'sequence' | 'at'>),
  sequence,
  at,
});

export async function readConclusions(
  queries: Queries,
  sql: JournalSql,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Conclusion[]> {
  const rows = await queries.all<ConclusionColumns>(
    `SELECT sequence, at, body FROM bus_conclusion
     WHERE sequence > $1 AND ${sql.settledSequence} ORDER BY sequence LIMIT $2`,
    [after, limit],
  );
  return rows.map(toConclusion);
}

export async function readConclusionOf(queries: Queries, requestId: string): Promise<Conclusion | null> {
  const [row] = await queries.all<ConclusionColumns>(
    'SELECT sequence, at, body FROM bus_conclusion WHERE execution_id = $1 ORDER BY sequence DESC LIMIT 1',
    [requestId],
  );
  return row === undefined ? null : toConclusion(row);
}

/** Routes whose oldest ready call has waited since `before`. */
export async function readUnserved(
  queries: Queries,
  before: number,
  now: number,
): Promise<readonly Unserved[]> {
  const rows = await queries.all<{ route: string; waiting: number; oldest: number }>(
    `SELECT route, count(*) AS waiting, min(changed_at) AS oldest FROM bus_execution
     WHERE phase = 'ready' AND changed_at < $1 GROUP BY route`,
    [before],
  );
  return rows.map(({ route, waiting, oldest }) => ({ route, waiting, oldestMs: now - oldest }));
}
