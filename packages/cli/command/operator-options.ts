import type { Command } from 'commander';

/** Where an operator's command works. */
export const withPlace = (command: Command): Command =>
  command
    .option('--json', 'one JSON object a line (docs/en/cli.md)')
    .option('--server <url>', 'a server elsewhere')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)');

/** For commands that work on the store itself, beside whatever serves it. */
export const withStore = (command: Command): Command =>
  command
    .option('--json', 'one JSON object a line (docs/en/cli.md)')
    .option('--data <folder>', 'where data lives (HERMES_DATA)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS)');

/** What an operator found out. */
export const withDecision = (command: Command): Command =>
  command
    .option('--done', 'it took effect, or was undone by hand')
    .option('--not-done', 'it did not take effect, or is to be undone by the machine once more')
    .option('--note <text>', 'why, for the record');
