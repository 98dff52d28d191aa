import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Run } from './run.ts';

const collect = (text: string, earlier: readonly string[] = []): string[] => [...earlier, text];

export function addChat(program: Command, run: Run): void {
  program
    .command('chat')
    .summary('talk to an agent')
    .description(
      'Talk to an agent: through the running server, else with a runtime of its own and the demos.',
    )
    .argument('<agent>', 'its name, as `hermes doctor` lists it')
    .option('--say <text>', 'say this and end; may be given several times', collect)
    .option('--json', 'one JSON object a line (docs/en/cli.md)')
    .option('--at <time>', 'what "now" is for words like "last month", in ISO 8601', parseInstant)
    .option('--user <name>', 'on whose behalf')
    .addOption(new Option('--locale <locale>', 'the language').choices(['zh', 'en']))
    .option('--server <url>', 'a server elsewhere')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)')
    .action((agent, options) =>
      run(options, async (terminal) => (await import('../chat/run.ts')).chat(agent, options, terminal)),
    );
}

function parseInstant(text: string): number {
  const epochMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(epochMs)) {
    throw new InvalidArgumentError('Give a time such as 2026-01-15T09:00:00+08:00.');
  }
  return epochMs;
}
