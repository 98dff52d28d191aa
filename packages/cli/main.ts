import { CommanderError } from 'commander';
import { reportFailure } from './failure.ts';
import { createProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';

const USAGE_EXIT = 64;

/** The whole command line: runs it and ends the process with its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const terminal = processTerminal;
  // `hermes trace … | head` closes the pipe early; that is no error.
  terminal.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : 74),
  );
  let exitCode = 0;
  const program = createProgram(async (options, work) => {
    try {
      await work(terminal);
    } catch (thrown) {
      exitCode = reportFailure(thrown, terminal, options.json === true);
    }
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    exitCode = thrown.exitCode === 0 ? 0 : USAGE_EXIT;
  }
  // A pipe takes its time; only what is written counts as said.
  await new Promise<void>((resolve) => terminal.stdout.write('', () => resolve()));
  process.exit(exitCode);
}
