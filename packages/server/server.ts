import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, HermesError, type Logger, sleep, systemClock } from '@hermes-agent/core';
import type { Hermes } from '@hermes-agent/runtime';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import type { Readiness } from './context.ts';
import { createAuthenticate } from './identity/authenticate.ts';
import { isLoopback } from './identity/loopback.ts';
import { readTokens } from './identity/tokens.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

export interface ServerOptions {
  readonly hermes: Hermes;
  /** Default 127.0.0.1. Anything but loopback needs `tokensFile`. */
  readonly host?: string;
  /** Default 7070; 0 takes a free one. */
  readonly port?: number;
  /** YAML of token hashes; with it every request needs a token. */
  readonly tokensFile?: string;
  /** Names, beside localhost and plain addresses, under which this server may be asked. */
  readonly allowedHosts?: readonly string[];
  /** The built console. */
  readonly consoleDir?: string;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly version?: string;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** What `/healthz` answers as `instance`. */
  readonly instance: string;
  /**
   * Stops: not ready, no new connections, event streams end, requests finish within `graceMs`, the rest is cut.
   * The runtime is the caller's and goes on.
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Serves `hermes` over HTTP until stopped.
 *
 * Throws `PORT_IN_USE`; `NOT_CONFIGURED` off loopback without tokens; `DOCUMENT_INVALID` for the token file.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { hermes, host = '127.0.0.1', port = 7070, clock = systemClock } = options;
  const logger = options.logger ?? hermes.logger;
  if (!isLoopback(host) && options.tokensFile === undefined) throw needsTokens(host);
  const tokens = options.tokensFile === undefined ? null : await readTokens(options.tokensFile);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const instance = randomUUID();
  const closing = new AbortController();
  let readiness: Readiness = 'starting';
  const app = createApp({
    context: { hermes, clock, logger, limits, instance, readiness: () => readiness, closing: closing.signal },
    authenticate: createAuthenticate(tokens),
    allowedHosts: [...(options.allowedHosts ?? []), host],
    version: options.version ?? '0.0.0',
    ...(options.consoleDir === undefined ? {} : { consoleDir: options.consoleDir }),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
  }) as Server;
  server.setTimeout(limits.idleMs);
  server.maxConnections = limits.connections;
  await listen(server, host, port);
  hermes.ready().then(
    () => {
      if (readiness === 'starting') readiness = 'ready';
    },
    (thrown) => {
      if (readiness === 'starting') readiness = 'failed';
      logger.error('The runtime did not become ready', { error: String(thrown) });
    },
  );
  const address = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    port: address.port,
    instance,
    stop(graceMs = 2_000) {
      readiness = 'draining';
      stopped ??= close(server, closing, clock, graceMs);
      return stopped;
    },
  };
}

async function close(server: Server, closing: AbortController, clock: Clock, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closing.abort();
  server.closeIdleConnections();
  const graceOver = new AbortController();
  const cut = sleep(clock, graceMs, graceOver.signal).then(
    () => server.closeAllConnections(),
    () => {},
  );
  await closed;
  graceOver.abort();
  await cut;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void => reject(listenError(cause, host, port));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.removeListener('error', onError);
      resolve();
    });
  });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): HermesError {
  if (cause.code === 'EADDRINUSE') {
    return new HermesError('PORT_IN_USE', `Port ${port} on ${host} is in use by another program`, {
      layer: 'server',
      where: `${host}:${port}`,
      hint: `Choose another with --port ${port + 1}, or set HERMES_PORT.`,
      cause,
    });
  }
  return new HermesError('INVALID_ARGUMENT', `Cannot listen on ${host}:${port} (${cause.code})`, {
    layer: 'server',
    where: `${host}:${port}`,
    hint: 'Choose another address with --host or --port.',
    cause,
  });
}

const needsTokens = (host: string): HermesError =>
  new HermesError('NOT_CONFIGURED', `Listening on ${host} would let anyone in`, {
    layer: 'server',
    where: host,
    hint: 'Set HERMES_TOKENS to a file of token hashes, or listen on 127.0.0.1.',
  });
