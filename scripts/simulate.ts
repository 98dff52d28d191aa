/**
 * `npm run simulate -- --seeds N [--from S] [--json]` plays N seeded histories of the bus, in which everything goes
 * wrong that can, and checks what must hold after each. `--seed S [--history]` plays one again.
 */
import { parseArgs } from 'node:util';
import { runSeeds } from '../packages/bus/simulation/run-seeds.ts';
import { simulate } from '../packages/bus/simulation/simulate.ts';
import { inMemory } from '../packages/bus/simulation/stage.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    history: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function wholeNumber(option: 'seeds' | 'from' | 'seed'): number {
  const value = Number(values[option]);
  if (Number.isSafeInteger(value) && value >= (option === 'seeds' ? 1 : 0)) return value;
  process.stderr.write(`--${option} takes a whole number, not ${values[option]}.\n`);
  process.exit(64);
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function replay(seed: number, shown: boolean): Promise<boolean> {
  const { broken, history } = await simulate(seed, inMemory());
  if (values.json) say(JSON.stringify({ seed, broken, history }));
  else {
    if (shown || broken.length > 0) history.forEach(say);
    say(broken.length === 0 ? `Seed ${seed} holds.` : `Seed ${seed} breaks:\n  ${broken.join('\n  ')}`);
  }
  return broken.length === 0;
}

async function playAll(from: number, seeds: number): Promise<boolean> {
  const run = await runSeeds(from, seeds);
  const { broken, threads, wallMs, cpuMs } = run;
  const [first] = broken;
  if (!values.json && first !== undefined) await replay(first.seed, true);
  if (values.json) say(JSON.stringify(run));
  else {
    const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
    say(`${seeds} seeds from ${from}, ${broken.length} broken`);
    say(`${seconds(wallMs)} s on ${threads} threads, ${seconds(cpuMs)} s of processor time`);
    for (const { seed } of broken) say(`npm run simulate -- --seed ${seed} --history`);
  }
  return first === undefined;
}

const held =
  values.seed === undefined
    ? await playAll(wholeNumber('from'), wholeNumber('seeds'))
    : await replay(wholeNumber('seed'), values.history);
process.exitCode = held ? 0 : 1;
