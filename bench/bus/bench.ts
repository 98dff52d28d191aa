import { parseArgs } from 'node:util';
import { hermesPostgres, hermesSqlite } from './contestant/hermes.ts';
import type { Contestant } from './contestant.ts';
import { CONTESTANTS } from './contestants.ts';
import { type Measurement, startPair } from './pair.ts';
import { type Row, ratiosOf, rowOf } from './row.ts';
import { renderTable, renderTimers } from './table.ts';
import { measureTimers, type TimerInfluence } from './timers.ts';

export const title =
  'request to result over two processes, beside other engines  [--quick] [--json] [--only ENGINE]';

const IN_FLIGHT = [1, 64];
const LONG = { rounds: 3, warmUpMs: 2_000, forMs: 8_000, timers: 100_000, turns: 5 };
const QUICK = { rounds: 1, warmUpMs: 500, forMs: 1_500, timers: 10_000, turns: 2 };

/** Measures every contestant in turn, round by round, so that what the machine does besides falls on all alike. */
export async function run(words: readonly string[]): Promise<number> {
  const { values: options } = parseArgs({
    args: [...words],
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const plan = options.quick ? QUICK : LONG;
  const chosen = CONTESTANTS.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));

  const rows = await measureAll(chosen, plan);
  const timers: TimerInfluence[] = [];
  for (const contestant of chosen.filter((each) => [hermesPostgres, hermesSqlite].includes(each))) {
    say(`${contestant.name}, ${plan.timers} pending timers`);
    const influence = await measureTimers(contestant, plan.timers, plan);
    if (influence !== null) timers.push(influence);
  }

  process.stdout.write(`${renderTable(rows)}\n`);
  if (timers.length > 0) process.stdout.write(`\n${renderTimers(timers)}\n`);
  if (options.json) process.stdout.write(`${JSON.stringify({ rows, timers, ...ratiosOf(rows) })}\n`);
  return 0;
}

async function measureAll(contestants: readonly Contestant[], plan: typeof LONG): Promise<readonly Row[]> {
  const rounds = new Map(contestants.map((contestant) => [contestant, new Map<number, Measurement[]>()]));
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const [contestant, measured] of rounds) {
      say(`${contestant.name}, round ${round} of ${plan.rounds}`);
      const pair = await startPair(contestant, Math.max(...IN_FLIGHT));
      if (pair === null) {
        say('  left out: its server is not installed here');
        rounds.delete(contestant);
        continue;
      }
      try {
        for (const inFlight of IN_FLIGHT) {
          const measurement = await pair.measure({ inFlight, forMs: plan.forMs }, plan.warmUpMs);
          measured.set(inFlight, [...(measured.get(inFlight) ?? []), measurement]);
        }
      } catch (thrown) {
        say(`  left out: ${(thrown as Error).message}`);
        rounds.delete(contestant);
      } finally {
        await pair.stop();
      }
    }
  }
  return [...rounds].flatMap(([contestant, measured]) =>
    [...measured].map(([inFlight, measurements]) => rowOf(contestant, inFlight, measurements)),
  );
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
