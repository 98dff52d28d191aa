import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that a test can break. */
export interface Link {
  readonly port: number;
  /** How many connections go through it now, and how many ever came. */
  open(): number;
  opened(): number;
  /** Ends every connection; new ones are let through. */
  cut(): void;
  /** From now on nothing passes and nothing ends, as with a server that hangs; until `resume`. */
  hang(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and passes everything on to `target`. */
export async function openLink(target: { readonly host: string; readonly port: number }): Promise<Link> {
  const sockets = new Set<Socket>();
  let opened = 0;
  let hanging = false;
  const hold = (socket: Socket): void => void (hanging ? socket.pause() : socket.resume());
  const server = createServer((near) => {
    const far = connect(target);
    opened += 1;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      hold(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    open: () => sockets.size / 2,
    opened: () => opened,
    cut,
    hang() {
      hanging = true;
      sockets.forEach(hold);
    },
    resume() {
      hanging = false;
      sockets.forEach(hold);
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
