import { resolve } from 'node:path';
import type { Terminal } from './terminal/terminal.ts';

/** Where data lives: `--data`, HERMES_DATA, or `.hermes` here. */
export const dataDirOf = (option: string | undefined, { environment }: Terminal): string =>
  resolve(option ?? environment.HERMES_DATA ?? '.hermes');
