import type { Command } from 'commander';
import { withPlace } from './operator-options.ts';
import type { Run } from './run.ts';

export function addCancel(program: Command, run: Run): void {
  withPlace(
    program
      .command('cancel')
      .summary('stop a request')
      .description('Stop what has not been done of a request, and undo what has; the user hears of it.')
      .argument('<request_id>', 'as `hermes trace` shows it'),
  ).action((requestId, options) =>
    run(options, async (terminal) =>
      (await import('../operator/cancel.ts')).cancelRequest(requestId, options, terminal),
    ),
  );
}
