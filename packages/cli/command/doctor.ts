import type { Command } from 'commander';
import type { Run } from './run.ts';

export function addDoctor(program: Command, run: Run): void {
  program
    .command('doctor')
    .summary('check that everything is in place')
    .description(
      'Check Node, the data folder, the store, the port, the agents and their demos; say what to do.',
    )
    .option('--json', 'one JSON object a line (docs/en/cli.md)')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)')
    .action((options) =>
      run(options, async (terminal) => (await import('../doctor/run.ts')).doctor(options, terminal)),
    );
}
