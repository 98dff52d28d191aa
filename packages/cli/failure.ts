import { asHermesError, CODES, type HermesError } from '@hermes-agent/core';
import { createPaint, type Terminal, writeJson, writeLine } from './terminal/terminal.ts';

/** What `--json` says of an error, on a line of its own. */
export function errorLine(error: HermesError): object {
  const { code, message, where, hint } = error;
  const { zh, en } = CODES[code];
  return { event: 'error', error: { code, message, where, hint, words: { zh, en } } };
}

/** Says what went wrong, where, and what to do. Returns the exit code. */
export function reportFailure(thrown: unknown, terminal: Terminal, json: boolean): number {
  const error = asHermesError(thrown, 'cli');
  if (json) writeJson(terminal.stdout, errorLine(error));
  else {
    const paint = createPaint(terminal.stderr);
    writeLine(terminal.stderr, `${paint('red', error.code)}: ${error.message}`);
    if (error.where !== undefined) writeLine(terminal.stderr, `  ${paint('dim', 'at')} ${error.where}`);
    if (error.hint !== undefined) writeLine(terminal.stderr, `  ${error.hint}`);
    if (error.code === 'INTERNAL' && terminal.environment.HERMES_DEBUG === '1') {
      writeLine(
        terminal.stderr,
        error.cause instanceof Error ? (error.cause.stack ?? '') : (error.stack ?? ''),
      );
    }
  }
  return error.exitCode;
}
