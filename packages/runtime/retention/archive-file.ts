import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeepRetired } from '@hermes-agent/bus';
import type { Clock } from '@hermes-agent/core';

/**
 * Keeps executions as JSON lines, a file a day, synced to disk before they leave the journal. A crash between the two
 * leaves an execution in both: it is written again, and the later line is the whole one.
 */
export const archiveTo =
  (folder: string, clock: Clock): KeepRetired =>
  async (executions) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const file = await open(join(folder, `journal-${day}.jsonl`), 'a', 0o600);
    try {
      await file.appendFile(executions.map((execution) => `${JSON.stringify(execution)}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
  };
