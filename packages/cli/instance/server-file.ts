import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@hermes-agent/core';

/** What a running server leaves in its data folder, so that the commands beside it find it. */
export interface ServerFile {
  readonly pid: number;
  /** What the process is: a server, or a chat that brought its own runtime. */
  readonly command: 'dev' | 'chat';
  readonly started_at: string;
  /** Absent for a chat. */
  readonly url?: string;
  /** As `/healthz` answers it. */
  readonly instance?: string;
  /** Addresses and secrets of the demo upstreams, by the environment variable that sets each. */
  readonly environment: Readonly<Record<string, string>>;
}

const fileOf = (dataDir: string): string => join(dataDir, 'server.json');

/** Only its owner may read it: it holds the demos' secrets. */
export async function writeServerFile(dataDir: string, content: ServerFile): Promise<void> {
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, fileOf(dataDir));
}

/** Null when there is none, or none that can be read. It may be left over: only an answer proves a server. */
export async function readServerFile(dataDir: string): Promise<ServerFile | null> {
  try {
    const content: unknown = JSON.parse(await readFile(fileOf(dataDir), 'utf8'));
    return isJsonObject(content) && typeof content.pid === 'number'
      ? (content as unknown as ServerFile)
      : null;
  } catch {
    return null;
  }
}

export const removeServerFile = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true });
