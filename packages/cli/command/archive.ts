import { type Command, InvalidArgumentError } from 'commander';
import type { Run } from './run.ts';

export function addArchive(program: Command, run: Run): void {
  program
    .command('archive')
    .summary('remove what has been kept long enough')
    .description('Remove now what the schedule would remove; nothing that is open goes.')
    .option('--older-than <days>', 'requests, sessions and spans older than that', parseDays)
    .option('--to <folder>', 'keep what leaves the journal there, as JSON lines (HERMES_ARCHIVE)')
    .option('--json', 'one JSON object (docs/en/cli.md)')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)')
    .action((options) =>
      run(options, async (terminal) => (await import('../archive/run.ts')).archive(options, terminal)),
    );
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isFinite(days) || days <= 0) throw new InvalidArgumentError('Give a number of days above 0.');
  return days;
}
