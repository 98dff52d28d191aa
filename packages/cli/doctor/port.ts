import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FoundServer } from '../instance/find-server.ts';
import type { Check } from './check.ts';

/** Whether the port is free, or taken by the very server that runs here. */
export const portCheck = (host: string, port: number, running: FoundServer | null): Check => ({
  name: 'port',
  async run() {
    if (running !== null) return { status: 'ok', detail: `${running.url} is served by pid ${running.pid}` };
    const probe = createServer();
    try {
      probe.listen(port, host);
      await once(probe, 'listening');
      return { status: 'ok', detail: `${host}:${port} is free` };
    } catch {
      return {
        status: 'warn',
        detail: `${host}:${port} is in use by another program`,
        todo: `Start with another: hermes dev --port ${port + 1}, or set HERMES_PORT.`,
      };
    } finally {
      probe.close();
    }
  },
});
