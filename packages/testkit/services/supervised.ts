import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LAST_WORDS = 4_000;
const END_MS = 30_000;

/**
 * Runs the server until the standard input ends, which happens too when the process that started it is killed;
 * then stops it, with what it started beside it, and deletes its folder. A server that ends while `again` lies in
 * its folder is started again. In a session of its own, so that Ctrl-C in a terminal reaches it only so; silent, as
 * a word to whoever was killed would end the supervisor too.
 */
const SUPERVISOR = `
folder=$1; signal=$2; shift 2
exec 3<&0 4>&2 2>/dev/null
(
  read -r _ <&3
  : >"$folder/over"
  while kill -"$signal" "$(cat "$folder/pid")"; do sleep 0.5; done
) &
while :; do
  "$@" </dev/null 2>&4 3<&- 4>&- & echo $! >"$folder/pid"
  wait $!
  [ ! -e "$folder/over" ] && rm "$folder/again" || break
done
trap '' TERM
kill -TERM 0
rm -rf "$folder"
`;

export interface SupervisedOptions {
  /** Where the server keeps everything; deleted at the end. */
  readonly folder: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What ends the server for good. */
  readonly stopSignal: 'INT' | 'KILL';
}

export interface Supervised {
  /** Resolves when the server has ended for good. */
  readonly ended: Promise<unknown>;
  /** Ends the server by `signal` and starts it again; resolves when the next one has begun to start. */
  again(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
  /** The end of what it wrote to standard error. */
  lastWords(): string;
}

/** Runs a server that ends, and leaves nothing behind, when this process does. */
export function supervise({ folder, command, environment, stopSignal }: SupervisedOptions): Supervised {
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR, 'supervisor', folder, stopSignal, ...command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
    env: { ...process.env, ...environment },
  });
  const ended = once(supervisor, 'exit');
  let words = '';
  supervisor.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  const pid = async (): Promise<string> => (await readFile(join(folder, 'pid'), 'utf8')).trim();
  return {
    ended,
    async again(signal) {
      const before = await pid();
      await writeFile(join(folder, 'again'), '');
      process.kill(Number(before), signal);
      const giveUpAt = performance.now() + END_MS;
      while (['', before].includes(await pid())) {
        if (performance.now() > giveUpAt) throw new Error(`The server did not end by ${signal}`);
        await pause(20);
      }
    },
    async stop() {
      supervisor.stdin.end();
      await ended;
    },
    lastWords: () => words,
  };
}
