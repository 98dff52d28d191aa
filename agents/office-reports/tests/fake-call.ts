import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArtifactReference, type FunctionCall, ToolError } from '@hermes-agent/tools/function';
import { onTestFinished } from 'vitest';

const { resolve } = createRequire(import.meta.url);
const FONTS = {
  regular: resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
};

/** A call of a tool in this process, with artifacts kept in memory. */
export function fakeCall(
  more: Partial<FunctionCall> = {},
): FunctionCall & { readonly written: ReadonlyMap<string, Uint8Array> } {
  const written = new Map<string, Uint8Array>();
  return {
    signal: new AbortController().signal,
    requestId: '0191a3f2-0000-8000-8000-000000000001/2',
    idempotencyKey: '0191a3f2-0000-8000-8000-000000000001/2',
    assets: FONTS,
    files: {},
    servers: {},
    secrets: {},
    artifacts: {
      async write(name, mediaType, bytes): Promise<ArtifactReference> {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        written.set(sha256, bytes);
        return { artifact: sha256, sha256, media_type: mediaType, bytes: bytes.length, name };
      },
      read: async ({ artifact }) => written.get(artifact)!,
    },
    task: { get: async () => undefined, set: async () => {} },
    log: () => {},
    ToolError,
    written,
    ...more,
  };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'office-reports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
