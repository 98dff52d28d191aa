import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type HostFrame, readLines } from '../frame.ts';

/** How a child ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly ended: Promise<ChildEnd>;
  /** The last of what it wrote to standard error. */
  tail(): string;
  /** Who hears its lines from now on. Before anyone does, standard output is kept, standard error only its tail. */
  listen(listener: ChildListener): void;
  send(frame: HostFrame): void;
  /** Kills it and all it has started. */
  kill(): void;
}

export interface ChildListener {
  frame(line: string): void;
  excess(): void;
  log(line: string): void;
}

const MOST_LOG_BYTES = 64 * 1024;
const MOST_TAIL = 4096;

/**
 * Starts Node with an empty environment in a process group of its own. `outputBytes` bounds all that it may write
 * to standard output in its life.
 */
export function startChild(arguments_: readonly string[], cwd: string, outputBytes: number): Child {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [...arguments_], {
    cwd,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: one signal reaches whatever the tool has started.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let listener: ChildListener | null = null;
  let tail = '';
  const early: string[] = [];
  const output = readLines(
    outputBytes,
    (line) => (listener === null ? early.push(line) : listener.frame(line)),
    () => listener?.excess(),
  );
  const log = readLines(
    MOST_LOG_BYTES,
    (line) => {
      tail = `${tail}${line}\n`.slice(-MOST_TAIL);
      listener?.log(line);
    },
    () => listener?.log('(more was written than is kept)'),
  );
  child.stdout.on('data', output.push);
  child.stderr.on('data', log.push);
  // It may end before it has read what is written to it; how it ended says why.
  child.stdin.on('error', () => {});
  const kill = (): void => {
    if (child.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Already gone.
    }
  };
  const ended = new Promise<ChildEnd>((resolve) => {
    child.on('error', () => resolve({ code: null, signal: null }));
    // Whatever it has started goes with it; a survivor would also hold the pipes open.
    child.on('exit', kill);
    child.on('close', (code, signal) => {
      log.end();
      output.end();
      resolve({ code, signal });
    });
  });
  return {
    ended,
    tail: () => tail,
    listen(next) {
      listener = next;
      for (const line of early.splice(0)) next.frame(line);
    },
    send: (frame) => {
      child.stdin.write(`${JSON.stringify(frame)}\n`);
    },
    kill,
  };
}
