import { isJsonObject } from '@hermes-agent/core';
import { readServerFile, type ServerFile } from './server-file.ts';

const ANSWER_MS = 1_500;

export type FoundServer = ServerFile & { readonly url: string };

/** The server that runs over `dataDir`, or null. A file left by a crash names an instance that nobody answers as. */
export async function findServer(dataDir: string): Promise<FoundServer | null> {
  const file = await readServerFile(dataDir);
  if (file?.url === undefined) return null;
  try {
    const answer = await fetch(new URL('/healthz', file.url), { signal: AbortSignal.timeout(ANSWER_MS) });
    const health: unknown = await answer.json();
    return isJsonObject(health) && health.instance === file.instance ? { ...file, url: file.url } : null;
  } catch {
    return null;
  }
}
