import { randomUUID } from 'node:crypto';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@hermes-agent/core';
import { type ArtifactRef, MOST_ARTIFACT_BYTES } from '../../artifact/store.ts';
import type { GuestAsk } from '../frame.ts';
import type { GuestHost } from '../port.ts';

export type Reply = { readonly value?: unknown } | { readonly error: string };

/** What the host says to a guest's question; bytes change hands as files of the scratch folder. Never rejects. */
export async function replyTo(question: GuestAsk, scratch: string, host: GuestHost): Promise<Reply> {
  try {
    switch (question.ask) {
      case 'task_get':
        return { value: await host.getTask(String(question.key)) };
      case 'task_set':
        await host.setTask(String(question.key), question.value as JsonValue);
        return {};
      case 'artifact_write': {
        const content = await readHandedOver(scratch, String(question.file));
        return {
          value: await host.writeArtifact(content, String(question.name), String(question.media_type)),
        };
      }
      case 'artifact_read': {
        const content = await host.readArtifact(question.ref as ArtifactRef);
        const file = randomUUID();
        await writeFile(join(scratch, file), content, { flag: 'wx' });
        return { value: file };
      }
      default:
        return { error: 'there is nothing of that name to ask for' };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'refused' };
  }
}

/** A file that the tool made: never what a link of its making points at. */
async function readHandedOver(scratch: string, file: string): Promise<Uint8Array> {
  if (!/^[0-9a-f-]{36}$/.test(file)) throw new Error('no such file');
  const path = join(scratch, file);
  const found = await lstat(path);
  if (!found.isFile() || found.nlink > 1) throw new Error('not a file of its own');
  if (found.size > MOST_ARTIFACT_BYTES) throw new Error(`more than ${MOST_ARTIFACT_BYTES} bytes`);
  return readFile(path);
}
