import { setTimeout as pause } from 'node:timers/promises';
import { type SupervisedOptions, supervise } from './supervised.ts';

const READY_MS = 60_000;
const ATTEMPTS = 3;

/** A server of our own, on a free port of 127.0.0.1. It ends with the process that started it. */
export interface PrivateServer {
  readonly url: string;
  /** Breaks the server off and starts it again on what it had synced; resolves when it answers. */
  restart(): Promise<void>;
  /** Ends the server and deletes everything it kept. */
  stop(): Promise<void>;
}

export interface PrivateServerPlan extends SupervisedOptions {
  readonly url: string;
  /** What breaks it off as a crash would. */
  readonly restartSignal: 'SIGQUIT' | 'SIGKILL';
  /** Asks the server once; rejects while it does not answer. */
  ask(): Promise<unknown>;
}

/** Starts what `plan` says and waits until it answers; plans anew when another process took the port. */
export async function startPrivateServer(
  name: string,
  plan: () => Promise<PrivateServerPlan>,
): Promise<PrivateServer> {
  for (let attempt = 1; ; attempt += 1) {
    const { url, restartSignal, ask, ...options } = await plan();
    const server = supervise(options);
    let over = false;
    void server.ended.then(() => {
      over = true;
    });
    const ready = async (): Promise<boolean> => {
      for (const giveUpAt = performance.now() + READY_MS; !over && performance.now() < giveUpAt; ) {
        const answers = await ask().then(
          () => true,
          () => false,
        );
        if (answers) return true;
        await pause(50);
      }
      return false;
    };
    const silent = (): Error => new Error(`A private ${name} did not start:\n${server.lastWords()}`);
    if (await ready()) {
      return {
        url,
        stop: server.stop,
        async restart() {
          await server.again(restartSignal);
          if (!(await ready())) throw silent();
        },
      };
    }
    await server.stop();
    if (attempt === ATTEMPTS) throw silent();
  }
}
