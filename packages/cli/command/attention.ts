import type { Command } from 'commander';
import { withDecision, withPlace } from './operator-options.ts';
import type { Run } from './run.ts';

export function addAttention(program: Command, run: Run): void {
  const attention = program
    .command('attention')
    .summary('what waits for a person')
    .description('List what no machine can decide, and decide it.');
  withPlace(attention.command('list').description('Show what waits, the longest waiting first.')).action(
    (options) =>
      run(options, async (terminal) =>
        (await import('../operator/attention.ts')).listAttention(options, terminal),
      ),
  );
  withPlace(
    withDecision(
      attention
        .command('settle')
        .description('Decide one matter; the request goes on from there.')
        .argument('<request_id>', 'as `hermes attention list` shows it')
        .requiredOption('--step <name>', 'the step, likewise')
        .option('--output <json>', 'with --done: what the step gave back, when its words need it'),
    ),
  ).action((requestId, options) =>
    run(options, async (terminal) =>
      (await import('../operator/attention.ts')).settleAttention(requestId, options, terminal),
    ),
  );
}
