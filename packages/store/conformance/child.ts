/**
 * A second process on the database under test: `child.ts URL ACTION …`. Says on standard output, line by line,
 * how far it is; some actions never end and are killed.
 */
import { openStore } from '../open-store.ts';
import type { Store } from '../port.ts';
import { ACCOUNTS, INSERT_ACCOUNT } from './accounts.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const forEver = (): Promise<never> => new Promise(() => setInterval(() => {}, 1_000));

const ACTIONS: Readonly<Record<string, (store: Store, argument: string) => Promise<void>>> = {
  /** Adds 1 to account 1, `argument` times. */
  async increment(store, argument) {
    for (let count = 0; count < Number(argument); count += 1) {
      await store.transaction((queries) => queries.run('UPDATE account SET cents = cents + 1 WHERE id = 1'));
    }
  },
  /** Takes account 1's lock and keeps it for `argument` milliseconds. */
  async hold(store, argument) {
    await store.transaction(async (queries) => {
      await queries.run('UPDATE account SET cents = cents + 1 WHERE id = 1');
      say('inside');
      await new Promise((resolve) => setTimeout(resolve, Number(argument)));
    });
  },
  /** Stops in the middle of a transaction. */
  async half(store) {
    await store.transaction(async (queries) => {
      await queries.run(INSERT_ACCOUNT, [101, 'half', 1]);
      say('inside');
      await forEver();
    });
  },
  /** Moves a cent from account 1 to account 2 for ever, saying each time when it is done. */
  async transfer(store) {
    for (let count = 1; ; count += 1) {
      await store.transaction(async (queries) => {
        await queries.run('UPDATE account SET cents = cents - 1 WHERE id = 1');
        await queries.run('UPDATE account SET cents = cents + 1 WHERE id = 2');
      });
      say(String(count));
    }
  },
  async migrate(store) {
    await store.migrate('conformance', [ACCOUNTS]);
  },
  async notify(store, argument) {
    await store.notify('from-another-process', argument);
  },
};

const [url, action, argument] = process.argv.slice(2);
const store = await openStore(url!, { dataDir: '/' });
await ACTIONS[action!]!(store, argument ?? '');
await store.close();
say('done');
