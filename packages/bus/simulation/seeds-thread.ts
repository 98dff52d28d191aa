import { parentPort, workerData } from 'node:worker_threads';
import { simulate } from './simulate.ts';
import { inMemory } from './stage.ts';

/** Plays every `stride`-th seed; tells of each one that broke something, and of the last. */
const { from, to, stride } = workerData as { from: number; to: number; stride: number };

for (let seed = from; seed < to; seed += stride) {
  const { broken } = await simulate(seed, inMemory());
  if (broken.length > 0) parentPort!.postMessage({ seed, broken });
}
parentPort!.postMessage(null);
