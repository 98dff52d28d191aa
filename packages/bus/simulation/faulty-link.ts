import { HermesError, type Random } from '@hermes-agent/core';
import type { Process } from './process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Asks the store for something on behalf of a process. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>;

const SLOW = 0.05;
const LOST_QUESTION = 0.02;
const LOST_ANSWER = 0.02;
const DOUBLED = 0.03;

/**
 * The way from a process to the store: fast as a rule, sometimes slow, sometimes broken before the question arrived
 * or before its answer came back, and sometimes a question arrives twice. What has been sent when the process is
 * killed still arrives.
 */
export function createFaultyLink(random: Random, time: VirtualTime): (from: Process) => Ask {
  const pause = (): Promise<void> =>
    new Promise((resolve) => void time.after(random() * (random() < SLOW ? 2_500 : 4), resolve));
  const broken = (): Error => new HermesError('STORE_UNAVAILABLE', 'The store is gone', { layer: 'store' });
  const travel: Ask = async (question) => {
    await pause();
    if (random() < LOST_QUESTION) throw broken();
    const answer = await question();
    if (random() < DOUBLED) void pause().then(question);
    await pause();
    if (random() < LOST_ANSWER) throw broken();
    return answer;
  };
  return (from) => (question) => from.hear(travel(question));
}
