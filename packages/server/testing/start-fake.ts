import { onTestFinished } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { createFakeHermes, type FakeHermes } from './fake-hermes.ts';

interface Started {
  readonly hermes: FakeHermes;
  readonly server: RunningServer;
  /** Fetches a path of it; a body is sent as JSON. */
  readonly ask: (path: string, init?: Omit<RequestInit, 'body'> & { body?: object }) => Promise<Response>;
}

/** A server on a free port in front of a fake Hermes; stopped when the test ends. */
export async function startFake(options: Partial<ServerOptions> = {}): Promise<Started> {
  const hermes = createFakeHermes();
  const server = await startServer({ hermes, port: 0, ...options });
  onTestFinished(() => server.stop(0));
  return {
    hermes,
    server,
    ask: (path, { body, headers, ...init } = {}) =>
      fetch(server.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        ...init,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
