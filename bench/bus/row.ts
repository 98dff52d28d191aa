import { bullmqAlways, bullmqEverysec } from './contestant/bullmq.ts';
import { hermesPostgres, hermesSqlite } from './contestant/hermes.ts';
import type { Contestant } from './contestant.ts';
import { median } from './median.ts';
import type { Measurement } from './pair.ts';

/** One line of the table: the median over the rounds of each number by itself. */
export interface Row {
  readonly engine: string;
  readonly syncs: boolean;
  readonly inFlight: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number | null;
}

export function rowOf({ name, syncs }: Contestant, inFlight: number, rounds: readonly Measurement[]): Row {
  const over = (read: (round: Measurement) => number): number => rounded(median(rounds.map(read)));
  return {
    engine: name,
    syncs,
    inFlight,
    requestsPerSecond: over(({ requests, elapsedMs }) => (requests / elapsedMs) * 1_000),
    p50Ms: over(({ p50Ms }) => p50Ms),
    p99Ms: over(({ p99Ms }) => p99Ms),
    cpuMsPerRequest: rounds.every(({ cpuMs }) => cpuMs !== null)
      ? over(({ cpuMs, requests }) => cpuMs! / requests)
      : null,
  };
}

export interface Ratios {
  /** Our requests per second on PostgreSQL, 64 in flight, over those of the best peer that syncs before it answers. */
  readonly ratioBestDurablePeer64: number | null;
  readonly bestDurablePeer64: string | null;
  /** Our p50 on PostgreSQL with 1 in flight over that of BullMQ that syncs once a second. */
  readonly ratioP50At1: number | null;
  /** The same over BullMQ that syncs before it answers. */
  readonly ratioP50At1Always: number | null;
}

/** Null where one of the two was not measured. */
export function ratiosOf(rows: readonly Row[]): Ratios {
  const find = ({ name }: Contestant, inFlight: number): Row | undefined =>
    rows.find((row) => row.engine === name && row.inFlight === inFlight);
  const ours = new Set([hermesPostgres.name, hermesSqlite.name]);
  const [best] = rows
    .filter(({ engine, syncs, inFlight }) => syncs && inFlight === 64 && !ours.has(engine))
    .sort((left, right) => right.requestsPerSecond - left.requestsPerSecond);
  const ratio = (above: number | undefined, below: number | undefined): number | null =>
    above === undefined || below === undefined ? null : rounded(above / below);
  return {
    ratioBestDurablePeer64: ratio(find(hermesPostgres, 64)?.requestsPerSecond, best?.requestsPerSecond),
    bestDurablePeer64: best?.engine ?? null,
    ratioP50At1: ratio(find(hermesPostgres, 1)?.p50Ms, find(bullmqEverysec, 1)?.p50Ms),
    ratioP50At1Always: ratio(find(hermesPostgres, 1)?.p50Ms, find(bullmqAlways, 1)?.p50Ms),
  };
}

/** To three digits that count. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
