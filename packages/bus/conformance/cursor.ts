import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { succeeded } from '../fixture/history.ts';
import type { Journal } from '../journal/port.ts';
import { claimAll, freshOrder, type OpenStoreUnderTest, openEach, report } from './opened.ts';

const WRITERS = 4;
const ORDERS = 120;
/** Older transactions of the whole server hold a cursor back, and other tests have theirs on it. */
const PATIENCE_MS = 60_000;

export function cursorConformance(openStore: OpenStoreUnderTest): void {
  describe('cursors', () => {
    const open = openEach(openStore);

    test('pass over nothing while several processes write', async () => {
      const { journal, connect } = await open();
      const writers: Journal[] = [journal];
      while (writers.length < WRITERS) writers.push((await connect()).journal);
      const reader = (await connect()).journal;
      const submitted = Array.from({ length: ORDERS }, () => freshOrder());
      let writing = true;
      const write = async (writer: Journal, index: number): Promise<void> => {
        for (const one of submitted.filter((_, position) => position % WRITERS === index)) {
          await writer.submit(one);
          for (const claim of await claimAll(writer, `w${index}`, 2))
            await report(writer, claim, succeeded());
        }
        for (;;) {
          const claims = await claimAll(writer, `w${index}`, 8);
          if (claims.length === 0) return;
          await Promise.all(claims.map((claim) => report(writer, claim, succeeded())));
        }
      };
      const told: string[] = [];
      const sequences: number[] = [];
      const heard = new Set<number>();
      const read = async (): Promise<void> => {
        let after = 0;
        let cursor = 0;
        const giveUpAt = performance.now() + PATIENCE_MS;
        for (let last = false; ; ) {
          const conclusions = await reader.conclusions({ after, limit: 7 });
          const messages = await reader.messages({ after: cursor, limit: 50 });
          told.push(...conclusions.map(({ requestId }) => requestId));
          sequences.push(...conclusions.map(({ sequence }) => sequence));
          for (const { sequence } of messages) heard.add(sequence);
          after = conclusions.at(-1)?.sequence ?? after;
          cursor = messages.at(-1)?.sequence ?? cursor;
          if (conclusions.length + messages.length > 0) last = false;
          else if (last && (heard.size >= ORDERS * 3 || performance.now() > giveUpAt)) return;
          else last = !writing;
          await setImmediate();
        }
      };
      const reading = read();
      await Promise.all(writers.map(write));
      writing = false;
      await reading;
      expect([...told].sort()).toEqual(submitted.map(({ requestId }) => requestId).sort());
      expect(sequences).toEqual([...sequences].sort((left, right) => left - right));
      expect(heard.size).toBe(ORDERS * 3);
    });

    test('can be limited to kinds of messages', async () => {
      const { journal } = await open();
      await journal.submit(freshOrder());
      await claimAll(journal);
      await expect
        .poll(
          async () => {
            const found = await journal.messages({ after: 0, limit: 10, kinds: ['EXECUTE_ACK'] });
            return found.map(({ type, sender }) => [type, sender]);
          },
          { timeout: PATIENCE_MS },
        )
        .toEqual([['EXECUTE_ACK', 'tools']]);
    });
  });
}
