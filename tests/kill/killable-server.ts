import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface KillableServer {
  readonly url: string;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts `serve.ts` and waits for its address. */
export async function startKillableServer(
  dataDir: string,
  agentsFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<KillableServer> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('serve.ts', import.meta.url)), dataDir, agentsFolder],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } },
  );
  const url = await readAddress(child);
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  let complaint = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  let text = '';
  for await (const chunk of child.stdout!) {
    text += String(chunk);
    const line = text.split('\n', 2);
    if (line.length === 2) return (JSON.parse(line[0]!) as { url: string }).url;
  }
  throw new Error(`The server did not start: ${complaint}`);
}
