import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureToken, openDatabase } from './database.ts';
import { ERRORS, OrderCentreError } from './error.ts';
import { createFaults, type Faults } from './fault.ts';
import { openApiDocument } from './openapi.ts';
import { type Answer, route } from './route.ts';

const BODY_LIMIT = 65_536;

export interface OrderCentre {
  readonly url: string;
  /** What callers must present as bearer token. */
  readonly token: string;
  stop(): Promise<void>;
}

/**
 * The demo's order centre: orders, logistics, returns and exchanges over HTTP on loopback. It keeps its data in
 * `dataDir/order-centre.sqlite`. `faults` is how a test makes it misbehave; without it nothing can.
 */
export async function startOrderCentre(options: {
  readonly dataDir: string;
  readonly now: () => number;
  readonly port?: number;
  readonly faults?: Faults;
}): Promise<OrderCentre> {
  const { dataDir, now, port = 0, faults = createFaults() } = options;
  const database = openDatabase(join(dataDir, 'order-centre.sqlite'), now());
  const token = ensureToken(database);

  async function answer(request: IncomingMessage, method: string): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://order-centre');
    if (url.pathname === '/openapi.json') return { status: 200, body: openApiDocument };
    if (!isAuthorized(request.headers.authorization, token)) throw new OrderCentreError('UNAUTHORIZED');
    const latency = faults.take('latency', method);
    if (latency !== null) await delay(latency.latencyMs ?? 0);
    if (faults.take('unavailable', method)) throw new OrderCentreError('SERVICE_UNAVAILABLE');
    if (faults.take('rate_limited', method)) throw new OrderCentreError('RATE_LIMITED');
    const body = await readJson(request);
    const { pathname: path, searchParams: query } = url;
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
    return route(database, { method, path, query, idempotencyKey, body }, now());
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const result = await answer(request, method).catch(errorAnswer);
    if (faults.take('drop_after_commit', method)) {
      request.socket.destroy();
      return;
    }
    const nulled = faults.take('null_status', method) !== null;
    send(response, nulled ? { ...result, body: { ...result.body, status: null } } : result);
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      if (database.isOpen) database.close();
    },
  };
}

function errorAnswer(thrown: unknown): Answer {
  const error = thrown instanceof OrderCentreError ? thrown : new OrderCentreError('INTERNAL');
  const { status } = ERRORS[error.code];
  return {
    status,
    body: { error: { code: error.code, message: error.message } },
    headers: {
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(status === 429 || status === 503 ? { 'retry-after': '1' } : {}),
    },
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new OrderCentreError('PAYLOAD_TOO_LARGE');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new OrderCentreError('VALIDATION_FAILED', 'The body is not JSON.');
  }
}

function isAuthorized(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
