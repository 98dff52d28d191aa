import { type Command, InvalidArgumentError } from 'commander';
import type { Run } from './run.ts';

const withStore = (command: Command): Command =>
  command
    .option('--json', 'one JSON object a line (docs/en/cli.md)')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)');

export function addCanary(program: Command, run: Run): void {
  const canary = program
    .command('canary')
    .summary('try a new version of a tool on a part of the requests')
    .description('Try a new version on a part of the requests; one that does worse is taken back by itself.');
  const load = () => import('../canary/run.ts');

  withStore(
    canary
      .command('start')
      .description('Give a part of the requests to the candidate.')
      .argument('<agent>', 'whose folder holds both contracts')
      .argument('<tool>', 'its name')
      .option('--candidate <version>', 'the version to try; the highest by default')
      .option('--stable <version>', 'the version to compare with; the next below by default')
      .option('--percent <number>', 'of the requests, 0.01 to 99.99', parsePercent, 5)
      .option('--auto', 'climb 5, 25, 50, 100 % by itself, on evidence'),
  ).action((agent, tool, options) =>
    run(options, async (terminal) => (await load()).start(agent, tool, options, terminal)),
  );
  withStore(canary.command('status').description('Show what runs, and what is known of it.')).action(
    (options) => run(options, async (terminal) => (await load()).status(options, terminal)),
  );
  withStore(
    canary
      .command('promote')
      .description('Give the candidate more requests: the next of 5, 25, 50, 100 %.')
      .argument('<tool>', 'its name')
      .option('--percent <number>', 'to so many', parsePercent),
  ).action((tool, options) =>
    run(options, async (terminal) => (await load()).promote(tool, options, terminal)),
  );
  withStore(
    canary
      .command('rollback')
      .description('Give all new requests to the stable version.')
      .argument('<tool>', 'its name')
      .option('--reason <text>', 'why, for the record'),
  ).action((tool, options) =>
    run(options, async (terminal) => (await load()).rollback(tool, options, terminal)),
  );
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (text.trim() !== '' && percent >= 0.01 && percent <= 100) return percent;
  throw new InvalidArgumentError('Give 0.01 to 100.');
}
