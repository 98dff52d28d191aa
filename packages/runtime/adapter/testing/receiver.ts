import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves once so many requests have come. */
  heard(count: number): Promise<void>;
}

/**
 * A real HTTP server on a free port that keeps what is POSTed to it. `answer` is asked with the number of the
 * request, from 1; null leaves that request without an answer. Stopped when the test ends.
 */
export async function startReceiver(
  answer: (number: number) => Answer | null = () => ({ status: 200 }),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  const server = createServer(async (request, response) => {
    received.push({ path: request.url!, headers: request.headers, body: await text(request) });
    const given = answer(received.length);
    if (given !== null) response.writeHead(given.status, given.headers).end(given.body);
    for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    heard(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (received.length >= count) resolve();
      waiting.add({ count, resolve });
      return promise;
    },
  };
}
