import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSales, salesCoverage } from './make-sales.ts';

const SEED = 20_240_801;

/**
 * The demo's sales file in `dataDir`, made anew only when it does not end yesterday. It appears whole or not
 * at all: a reader keeps the file it opened. `today` is `YYYY-MM-DD`.
 */
export async function ensureSalesFile(dataDir: string, today: string): Promise<string> {
  const file = join(dataDir, 'sales.csv');
  if (await covers(file, today)) return file;
  const draft = `${file}.${process.pid}.tmp`;
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile([...makeSales(SEED, today)].join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return file;
}

/** Rows are in order of days, so the first and the last one tell what the file covers. */
async function covers(file: string, today: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    const read = async (position: number): Promise<string> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, Math.max(0, position));
      return buffer.subarray(0, bytesRead).toString('utf8');
    };
    const { first, last } = salesCoverage(today);
    const firstRow = (await read(0)).split('\n')[1] ?? '';
    const lastRow = (await read(size - 512)).split('\n').at(-2) ?? '';
    return firstRow.startsWith(first) && lastRow.startsWith(last);
  } finally {
    await handle.close();
  }
}
