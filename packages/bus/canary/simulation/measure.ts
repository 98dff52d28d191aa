import { createSeededRandom } from '@hermes-agent/testkit';
import { lastTwentyRule, peekingRule, play, type Rule, sequentialRule, type World } from './play.ts';

/** How a rule did over many canaries. Counts are the candidate's requests until it was rolled back. */
export interface Measured {
  readonly rolledBack: number;
  readonly median: number | null;
  readonly worst: number | null;
}

/** Plays `canaries` canaries with seeds 1, 2, …, each up to `requests` requests of the candidate. */
export function measure(world: World, rule: () => Rule, canaries: number, requests: number): Measured {
  const found: number[] = [];
  for (let seed = 1; seed <= canaries; seed += 1) {
    const after = play(world, rule(), createSeededRandom(seed), requests);
    if (after !== null) found.push(after);
  }
  found.sort((left, right) => left - right);
  return {
    rolledBack: found.length / canaries,
    median: found[Math.floor(found.length / 2)] ?? null,
    worst: found[Math.floor(found.length * 0.95)] ?? null,
  };
}

const always = (rate: number) => (): number => rate;

/** A log-normal time with this median and σ = 0.6: a tail as services have it. */
const times =
  (medianMs: Readonly<Record<'stable' | 'candidate', number>>): NonNullable<World['tookMs']> =>
  (arm, random) =>
    medianMs[arm] * Math.exp(0.6 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

/** The worlds that the documentation reports on, by what happens in them. */
export function worldsAt(share: number): Readonly<Record<string, World>> {
  const steady = { share, stable: always(0.01) };
  const later = (rate: number) => (request: number) => (request * share < 200 ? 0.01 : rate);
  const outage = (request: number): number => (request * share > 200 && request * share < 400 ? 0.5 : 0.01);
  return {
    'as good, 0.2 % errors': { share, stable: always(0.002), candidate: always(0.002) },
    'as good, 1 % errors': { ...steady, candidate: always(0.01) },
    'as good, 5 % errors': { share, stable: always(0.05), candidate: always(0.05) },
    'as good, 20 % errors': { share, stable: always(0.2), candidate: always(0.2) },
    'as good, both fail 50 % for a while': { share, stable: outage, candidate: outage },
    'as good, 10 % refusals': {
      share,
      stable: always(0.1),
      candidate: always(0.1),
      code: 'ORDER_NOT_FOUND',
    },
    'as good, as fast': {
      ...steady,
      candidate: always(0.01),
      tookMs: times({ stable: 200, candidate: 200 }),
    },
    '1 % errors → 5 %': { ...steady, candidate: always(0.05) },
    '1 % errors → 10 %': { ...steady, candidate: always(0.1) },
    '1 % errors → 30 %': { ...steady, candidate: always(0.3) },
    '1 % errors → 10 % after 200': { ...steady, candidate: later(0.1) },
    '1 % errors → 30 % after 200': { ...steady, candidate: later(0.3) },
    '5 % refusals → 40 %': { share, stable: always(0.05), candidate: always(0.4), code: 'ORDER_NOT_FOUND' },
    'three times as slow': {
      ...steady,
      candidate: always(0.01),
      tookMs: times({ stable: 200, candidate: 600 }),
    },
  };
}

/** One line a world and rule, as the documentation shows them. */
export function* report(share: number, canaries: number, requests: number): Generator<string> {
  const rules: Readonly<Record<string, () => Rule>> = {
    'two sequential tests': () => sequentialRule(share),
    'last 20 > twice': lastTwentyRule,
    'z-test at every request': peekingRule,
  };
  yield `| candidate at ${share * 100} % | rule | rolled back | median | 95 % within |`;
  yield '|---|---|---|---|---|';
  for (const [name, world] of Object.entries(worldsAt(share))) {
    for (const [title, rule] of Object.entries(rules)) {
      const { rolledBack, median, worst } = measure(world, rule, canaries, requests);
      yield `| ${name} | ${title} | ${(rolledBack * 100).toFixed(1)} % | ${median ?? '–'} | ${worst ?? '–'} |`;
    }
  }
}

if (import.meta.main) {
  const [share = '0.05', canaries = '2000', requests = '500'] = process.argv.slice(2);
  for (const line of report(Number(share), Number(canaries), Number(requests)))
    process.stdout.write(`${line}\n`);
}
