import { type Command, InvalidArgumentError } from 'commander';
import type { Run } from './run.ts';

export function addTrace(program: Command, run: Run): void {
  program
    .command('trace')
    .summary('what happened for a request')
    .description('Show who did what, when, how long and with which code; or, without an id, find requests.')
    .argument('[request_id]', 'the id of a request, or of one of its steps or compensations')
    .option('--user <name>', 'requests of this user')
    .option('--session <id>', 'requests of this session')
    .option('--since <time>', 'from then on: 2h, 15:00, "yesterday 15:00", 2026-01-15T09:00:00Z')
    .option('--until <time>', 'up to then')
    .option('--limit <count>', 'at most so many', parseLimit, 20)
    .option('--json', 'one JSON object a line (docs/en/cli.md)')
    .option('--server <url>', 'a server elsewhere')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)')
    .action((requestId, options) =>
      run(options, async (terminal) => (await import('../trace/run.ts')).trace(requestId, options, terminal)),
    );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new InvalidArgumentError('Give 1 to 500.');
  return limit;
}
