/** One side of a measurement, in a process of its own: `side.ts worker|requester CONTESTANT URL CONCURRENCY`. */
import { findContestant } from './contestants.ts';
import { applyLoad, type Load } from './load.ts';

export type Order =
  | { readonly type: 'load'; readonly load: Load }
  | { readonly type: 'schedule'; readonly count: number }
  | { readonly type: 'stop' };

const [role, name, url, concurrency] = process.argv.slice(2);
const contestant = findContestant(name!);
const tell = (word: unknown): void => {
  process.send!(word);
};

if (role === 'worker') {
  const stop = await contestant.startWorker(url!, Number(concurrency));
  process.on('message', () => void stop().finally(() => process.exit()));
} else {
  const requester = await contestant.connect(url!);
  const obey = async (order: Order): Promise<unknown> => {
    if (order.type === 'load') return applyLoad(requester, order.load);
    if (order.type === 'schedule') return requester.schedule!(order.count);
    await requester.close();
    process.exit();
  };
  process.on('message', (order: Order) => {
    obey(order).then(
      (value) => tell({ value: value ?? null }),
      (thrown: Error) => tell({ error: thrown.message }),
    );
  });
}
process.on('disconnect', () => process.exit());
tell('ready');
