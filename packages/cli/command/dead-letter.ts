import type { Command } from 'commander';
import { withStore } from './operator-options.ts';
import type { Run } from './run.ts';

export function addDeadLetter(program: Command, run: Run): void {
  const letter = program
    .command('dead-letter')
    .summary('what nobody can carry any further')
    .description('Calls that cost every worker that took them, and messages without a place.');
  const load = () => import('../dead-letter/run.ts');
  const ID = 'as `hermes dead-letter list` shows it';

  withStore(letter.command('list').description('Show them, the longest waiting first.')).action((options) =>
    run(options, async (terminal) => (await load()).listLetters(options, terminal)),
  );
  withStore(letter.command('show').description('Show one whole.').argument('<id>', ID)).action(
    (id, options) => run(options, async (terminal) => (await load()).showLetter(id, options, terminal)),
  );
  withStore(
    letter
      .command('replay')
      .description('Run the call again under its key; take the message in again.')
      .argument('<id>', ID),
  ).action((id, options) =>
    run(options, async (terminal) => (await load()).replayLetter(id, options, terminal)),
  );
  withStore(
    letter.command('discard').description('Let the request fail; forget the message.').argument('<id>', ID),
  ).action((id, options) =>
    run(options, async (terminal) => (await load()).discardLetter(id, options, terminal)),
  );
}
