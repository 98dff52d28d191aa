import { type Command, InvalidArgumentError, Option } from 'commander';
import { withDecision, withPlace } from './operator-options.ts';
import type { Run } from './run.ts';

export function addCompensation(program: Command, run: Run): void {
  const compensation = program
    .command('compensation')
    .summary('steps that were to be undone')
    .description('List the compensations of failed requests, and settle those that wait for a person.');
  withPlace(
    compensation
      .command('list')
      .description('Show them, the longest waiting first.')
      .addOption(
        new Option('--status <status>', 'which').choices(['pending', 'done', 'settled']).default('pending'),
      )
      .option('--limit <count>', 'at most so many', parseLimit, 100),
  ).action((options) =>
    run(options, async (terminal) =>
      (await import('../operator/compensation.ts')).listCompensations(options, terminal),
    ),
  );
  withPlace(
    withDecision(
      compensation
        .command('settle')
        .description('Decide several at once.')
        .argument('[step_id...]', 'as `hermes compensation list` shows them')
        .option('--all', 'all that are pending'),
    ),
  ).action((stepIds, options) =>
    run(options, async (terminal) =>
      (await import('../operator/compensation.ts')).settleCompensations(stepIds, options, terminal),
    ),
  );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
    throw new InvalidArgumentError('Give 1 to 1000.');
  return limit;
}
