import type { Command } from 'commander';
import type { Run } from './run.ts';

export function addWorker(program: Command, run: Run): void {
  program
    .command('worker')
    .summary('do the work of an agent in a process of its own')
    .description(
      'Claim and run the steps of one agent beside a running server, over the same store, until Ctrl-C.',
    )
    .argument('<agent>', 'its name')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)')
    .action((agent, options) =>
      run(options, async (terminal) => (await import('../worker/run.ts')).work(agent, options, terminal)),
    );
}
