import { type Command, InvalidArgumentError } from 'commander';
import { parsePort } from '../read-port.ts';
import type { Run } from './run.ts';

export function addDev(program: Command, run: Run): void {
  program
    .command('dev')
    .summary('serve the agents, with their demos')
    .description('Serve the agents with their demo upstreams, a worker and the console, until Ctrl-C.')
    .option(
      '-p, --port <port>',
      'where to listen (HERMES_PORT, default 7070; 0 takes a free one)',
      portOption,
    )
    .option(
      '--host <address>',
      'on which address (HERMES_HOST, default 127.0.0.1); beyond loopback needs HERMES_TOKENS',
    )
    .option('--data <folder>', 'where data lives (HERMES_DATA, default .hermes)')
    .option('--agents <folder>', 'where the agents are (HERMES_AGENTS, default agents)')
    .action((options) =>
      run(options, async (terminal) => (await import('../dev/run.ts')).dev(options, terminal)),
    );
}

function portOption(text: string): number {
  const port = parsePort(text);
  if (port === null) throw new InvalidArgumentError('Give 0 to 65535.');
  return port;
}
