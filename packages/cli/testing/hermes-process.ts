import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const BINARY = join(import.meta.dirname, '..', 'bin', 'hermes.mjs');
const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Its output as `--json` promises it: one object a line. */
  readonly lines: readonly Record<string, unknown>[];
}

/** A folder for data that `remove` takes away. */
export function makeDataDir(): { readonly dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'hermes-cli-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

const start = (dataDir: string, argv: readonly string[], port = 0): ChildProcess =>
  spawn(process.execPath, [BINARY, ...argv], {
    cwd: ROOT,
    env: { ...process.env, HERMES_DATA: dataDir, HERMES_PORT: String(port), NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** Runs the real program to its end. */
export async function hermes(dataDir: string, argv: readonly string[], input = ''): Promise<Ended> {
  const child = start(dataDir, argv);
  child.stdin!.end(input);
  const said = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [status] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = await said;
  return {
    status,
    stdout,
    stderr,
    get lines() {
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** Starts one that stays, and resolves when it has said `until`. */
export async function hermesThatStays(
  dataDir: string,
  argv: readonly string[],
  until: string,
): Promise<{ readonly child: ChildProcess; readonly said: () => string }> {
  const child = start(dataDir, argv);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      said += String(chunk);
      if (said.includes(until)) resolve();
    };
    child.stdout!.on('data', onData);
    child.stderr!.on('data', onData);
    child.once('exit', (status) => reject(new Error(`It ended with ${status}:\n${said}`)));
  });
  return { child, said: () => said };
}
