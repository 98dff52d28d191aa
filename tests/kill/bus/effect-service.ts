/**
 * The world outside, in a process of its own: takes payments and bookings over HTTP and counts what really happened,
 * by idempotency key. `node effect-service.ts` prints its address; it ends when its standard input does.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How often a key was sent, and how often that had an effect. */
interface Count {
  sent: number;
  effects: number;
}

/** Bookings and refunds honour their key; payments and transfers are made as often as they are asked for. */
const HONOURED: ReadonlySet<string> = new Set(['book', 'undo_pay']);
const SHORTEST_MS = 20;
const LONGEST_MS = 500;

const counts = new Map<string, Count>();

/** Between 20 and 500 ms, the same for the same key. */
function takesMs(key: string): number {
  const share = createHash('sha256').update(key).digest().readUInt16BE() / 2 ** 16;
  return SHORTEST_MS + share * (LONGEST_MS - SHORTEST_MS);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://service');
  const [, place, name = ''] = url.pathname.split('/');
  if (place === 'counts') return answer(response, 200, Object.fromEntries(counts));
  const key = String(request.headers['idempotency-key'] ?? '');
  if (key === '') return answer(response, 400, { error: 'A key is missing' });
  if (request.method === 'GET') {
    return answer(response, 200, { state: (counts.get(key)?.effects ?? 0) > 0 ? 'done' : 'failed' });
  }
  const ms = takesMs(key);
  await pause(ms / 2);
  const count = counts.get(key) ?? { sent: 0, effects: 0 };
  count.sent += 1;
  if (name !== 'refuse' && !(HONOURED.has(name) && count.effects > 0)) count.effects += 1;
  counts.set(key, count);
  await pause(ms / 2);
  return name === 'refuse' ? answer(response, 409, { error: 'REFUSED' }) : answer(response, 200, {});
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
