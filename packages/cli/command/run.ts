import type { Terminal } from '../terminal/terminal.ts';

/** Runs a command's work and turns what it throws into words and an exit code. */
export type Run = (
  options: { readonly json?: boolean },
  work: (terminal: Terminal) => Promise<void>,
) => Promise<void>;
