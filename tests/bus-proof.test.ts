import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { provesCommand, verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { BUS_PAGES, drawStates, withStates } from '../scripts/bus-states.ts';

const ROOT = resolve(import.meta.dirname, '..');

async function runSimulation(...words: string[]): Promise<{ status: number; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'simulate.ts'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const [status] = (await once(child, 'close')) as [number];
  return { status, said: await said };
}

test('the states of the bus are drawn from the code as it is', () => {
  verifies('M10');
  const states = drawStates();
  for (const page of BUS_PAGES) {
    const drawn = readFileSync(page, 'utf8');
    expect(drawn, 'run: node scripts/bus-states.ts').toBe(withStates(drawn, states));
  }
});

test('the simulation plays seeds on all cores and sums up in one line', async () => {
  provesCommand('npm run simulate -- --seeds 10000');
  const { status, said } = await runSimulation('--seeds', '60', '--from', '40', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ from: 40, seeds: 60, broken: [] });
});

test('a seed is played again with its whole history', async () => {
  provesCommand('npm run simulate -- --seed 9 --history');
  const first = await runSimulation('--seed', '9', '--history');
  expect(first.said).toMatch(/takes effect.*\nSeed 9 holds\.\n$/s);
  expect(await runSimulation('--seed', '9', '--history')).toEqual(first);
});
