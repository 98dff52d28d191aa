import { HermesError } from '@hermes-agent/core';
import { dataDirOf } from '../data-dir.ts';
import { createPaint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { type TraceSource, withTraces } from './choose-source.ts';
import { drawMessages } from './messages.ts';
import { parseMoment } from './since.ts';
import { drawTable } from './table.ts';
import { beginningOf, drawWaterfall } from './waterfall.ts';

export interface TraceOptions {
  readonly user?: string;
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly server?: string;
  readonly data?: string;
  readonly agents?: string;
}

const COLUMNS_WITHOUT_TERMINAL = 120;

/** `hermes trace`: one request by its id, or those that fit. */
export async function trace(
  requestId: string | undefined,
  options: TraceOptions,
  terminal: Terminal,
): Promise<void> {
  const { data, agents, server } = options;
  const place = { dataDir: dataDirOf(data, terminal), agents, server };
  await withTraces(place, terminal, (source) =>
    requestId === undefined ? search(source, options, terminal) : show(source, requestId, options, terminal),
  );
}

async function show(
  source: TraceSource,
  requestId: string,
  { json }: TraceOptions,
  { stdout }: Terminal,
): Promise<void> {
  const found = await source.trace(requestId);
  if (found === null) {
    throw new HermesError('EXECUTION_NOT_FOUND', `No request has the id ${requestId}`, {
      layer: 'cli',
      hint: '`hermes trace` lists the latest ones.',
    });
  }
  if (json === true) return writeJson(stdout, found);
  const paint = createPaint(stdout);
  const columns = stdout.columns ?? COLUMNS_WITHOUT_TERMINAL;
  for (const line of drawWaterfall(found, columns, paint)) writeLine(stdout, line);
  if (found.messages.length === 0) return;
  writeLine(stdout);
  for (const line of drawMessages(found.messages, beginningOf(found), columns, paint))
    writeLine(stdout, line);
}

async function search(source: TraceSource, options: TraceOptions, { stdout }: Terminal): Promise<void> {
  const { user, session, since, until, limit, json } = options;
  const now = Date.now();
  const found = await source.findTraces({
    limit,
    ...(user === undefined ? {} : { user }),
    ...(session === undefined ? {} : { sessionId: session }),
    ...(since === undefined ? {} : { sinceMs: parseMoment(since, now) }),
    ...(until === undefined ? {} : { untilMs: parseMoment(until, now) }),
  });
  if (json === true) {
    for (const summary of found) writeJson(stdout, summary);
    return;
  }
  const lines = found.length === 0 ? ['No request fits.'] : drawTable(found, createPaint(stdout));
  for (const line of lines) writeLine(stdout, line);
}
