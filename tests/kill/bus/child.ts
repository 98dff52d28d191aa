import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** Its first line. */
  readonly said: string;
  kill(): Promise<void>;
}

const COMPLAINT_LENGTH = 2_000;

/** Runs a program, until it is killed or this process ends; resolves at its first line. */
export async function startChild(file: URL, ...words: string[]): Promise<Child> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(file), ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_LENGTH);
  });
  const first = await Promise.race([once(child.stdout!, 'data'), exited.then(() => null)]);
  if (first === null) throw new Error(`${file.pathname} did not start: ${complaint}`);
  return {
    said: String(first[0]).trim(),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
