import type { Contestant } from './contestant.ts';
import { median } from './median.ts';
import { type Pair, startPair } from './pair.ts';
import { rounded } from './row.ts';

/** What many requests that wait for a day to come do to one that does not wait. */
export interface TimerInfluence {
  readonly engine: string;
  readonly timers: number;
  readonly p50Ms: number;
  readonly p50MsWithTimers: number;
  readonly changePercent: number;
}

/**
 * Two stores, one with `count` pending timers, measured in turns with 1 in flight. Null where there is no server.
 */
export async function measureTimers(
  contestant: Contestant,
  count: number,
  { turns, forMs, warmUpMs }: { readonly turns: number; readonly forMs: number; readonly warmUpMs: number },
): Promise<TimerInfluence | null> {
  const pairs: Pair[] = [];
  try {
    for (let index = 0; index < 2; index += 1) {
      const pair = await startPair(contestant, 1);
      if (pair === null) return null;
      pairs.push(pair);
    }
    const [without, having] = pairs as [Pair, Pair];
    await having.schedule(count);
    const p50s = { without: [] as number[], having: [] as number[] };
    for (let turn = 0; turn < turns; turn += 1) {
      p50s.without.push((await without.measure({ inFlight: 1, forMs }, warmUpMs)).p50Ms);
      p50s.having.push((await having.measure({ inFlight: 1, forMs }, warmUpMs)).p50Ms);
    }
    const [p50Ms, p50MsWithTimers] = [median(p50s.without), median(p50s.having)];
    return {
      engine: contestant.name,
      timers: count,
      p50Ms: rounded(p50Ms),
      p50MsWithTimers: rounded(p50MsWithTimers),
      changePercent: rounded((p50MsWithTimers / p50Ms - 1) * 100),
    };
  } finally {
    for (const pair of pairs) await pair.stop();
  }
}
