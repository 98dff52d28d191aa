import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { countAccounts, INSERT_ACCOUNT } from './accounts.ts';
import { type OpenStoreUnderTest, openEach, openWithAccounts } from './opened.ts';

/** Runs from the sources and from the compiled package alike. */
const CHILD = fileURLToPath(new URL(`./child${/\.[jt]s$/.exec(import.meta.url)![0]}`, import.meta.url));
const KILLS = 3;

export function processConformance(openStore: OpenStoreUnderTest): void {
  describe('several processes', () => {
    const open = openEach(openStore);
    const children: ChildProcess[] = [];
    afterEach(() => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
    });

    /** Starts `child.ts`; `lines` is what it has said so far, `said` waits for a number of lines. */
    const start = (url: string, ...words: string[]) => {
      const child = spawn(process.execPath, [CHILD, url, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      const lines: string[] = [];
      const ended = once(child, 'close');
      const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
      return {
        lines,
        ended,
        async said(count: number): Promise<void> {
          while (lines.length < count) await Promise.race([once(reader, 'line'), ended.then(refuse)]);
        },
        async kill(): Promise<void> {
          child.kill('SIGKILL');
          await ended;
        },
      };
    };
    const refuse = (): never => {
      throw new Error('The other process ended too early');
    };

    test('lose no update', async ({ skip }) => {
      const { store, url } = await openWithAccounts(open);
      if (url === null) return skip('this database lives in one process');
      await store.run(INSERT_ACCOUNT, [1, 'a', 0]);
      const others = [start(url, 'increment', '40'), start(url, 'increment', '40')];
      for (let count = 0; count < 40; count += 1) {
        await store.transaction((queries) =>
          queries.run('UPDATE account SET cents = cents + 1 WHERE id = 1'),
        );
      }
      for (const other of others) await other.ended;
      expect(others.map(({ lines }) => lines)).toEqual([['done'], ['done']]);
      expect(await store.all('SELECT cents FROM account')).toEqual([{ cents: 120 }]);
    });

    test('migrate at the same time', async ({ skip }) => {
      const { store, url } = await open();
      if (url === null) return skip('this database lives in one process');
      const others = [1, 2, 3].map(() => start(url, 'migrate'));
      for (const other of others) await other.ended;
      expect(others.map(({ lines }) => lines)).toEqual([['done'], ['done'], ['done']]);
      expect(await countAccounts(store)).toBe(0);
    });

    test('a lock that another process holds is waited for without blocking the event loop', async ({
      skip,
    }) => {
      const { store, url } = await openWithAccounts(open);
      if (url === null) return skip('this database lives in one process');
      await store.run(INSERT_ACCOUNT, [1, 'a', 0]);
      const holder = start(url, 'hold', '400');
      await holder.said(1);
      let ticks = 0;
      const timer = setInterval(() => {
        ticks += 1;
      }, 5);
      await store.run('UPDATE account SET cents = cents + 1 WHERE id = 1');
      clearInterval(timer);
      expect(ticks).toBeGreaterThan(10);
      expect(await store.all('SELECT cents FROM account')).toEqual([{ cents: 2 }]);
    });

    test('a lock that is not let go in time is STORE_BUSY; reading needs none', async ({ skip }) => {
      const { store, url } = await openWithAccounts(open, { busyMs: 100 });
      if (url === null) return skip('this database lives in one process');
      await store.run(INSERT_ACCOUNT, [1, 'a', 0]);
      const holder = start(url, 'hold', '30000');
      await holder.said(1);
      const write = 'UPDATE account SET cents = 9 WHERE id = 1';
      await expect(store.run(write)).rejects.toMatchObject({ code: 'STORE_BUSY', retryable: true });
      await expect(store.transaction((queries) => queries.run(write))).rejects.toMatchObject({
        code: 'STORE_BUSY',
      });
      expect(await store.all('SELECT cents FROM account')).toEqual([{ cents: 0 }]);
      await holder.kill();
      await untilFree(() => store.run(write));
      expect(await store.all('SELECT cents FROM account')).toEqual([{ cents: 9 }]);
    });

    test('kill -9 inside a transaction leaves nothing of it', async ({ skip }) => {
      const { store, url } = await openWithAccounts(open);
      if (url === null) return skip('this database lives in one process');
      const other = start(url, 'half');
      await other.said(1);
      await other.kill();
      await untilFree(() => store.run(INSERT_ACCOUNT, [1, 'half', 1]));
      expect(await store.all('SELECT id FROM account')).toEqual([{ id: 1 }]);
    });

    test('kill -9 at any moment loses nothing that was acknowledged and halves nothing', async ({ skip }) => {
      const { store, url } = await openWithAccounts(open);
      if (url === null) return skip('this database lives in one process');
      await store.run(INSERT_ACCOUNT, [1, 'from', 1_000_000]);
      await store.run(INSERT_ACCOUNT, [2, 'to', 0]);
      let said = 0;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const other = start(url, 'transfer');
        await other.said(kill);
        await pause(kill * 7);
        await other.kill();
        said += other.lines.length;
        await untilFree(() => store.run('UPDATE account SET owner = owner'));
        const [from, to] = await store.all<{ cents: number }>('SELECT cents FROM account ORDER BY id');
        expect(from!.cents + to!.cents).toBe(1_000_000);
        // The last transfer of each life may have landed without having been said.
        expect(to!.cents).toBeGreaterThanOrEqual(said);
        expect(to!.cents).toBeLessThanOrEqual(said + kill);
      }
    });

    test('hints cross processes where the database carries them', async ({ skip }) => {
      const { store, url } = await open();
      if (url === null || store.dialect === 'sqlite') return skip('SQLite has no hints between processes');
      const heard = Promise.withResolvers<string>();
      await store.listen('from-another-process', heard.resolve);
      await start(url, 'notify', 'hello').ended;
      expect(await heard.promise).toBe('hello');
    });
  });
}

/** A database notices a killed client a moment later. */
async function untilFree(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (thrown) {
      if (tries === 50) throw thrown;
      await pause(20);
    }
  }
}
