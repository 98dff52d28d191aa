import { HermesError } from '@hermes-agent/core';

const DEFAULT_PORT = 7070;

/** A TCP port as text, 0 for any free one; null when it is none. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : null;
}

/** HERMES_PORT, or 7070. Throws `INVALID_ARGUMENT`. */
export function readPort(environment: Readonly<Record<string, string | undefined>>): number {
  const text = environment.HERMES_PORT;
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = parsePort(text);
  if (port !== null) return port;
  throw new HermesError('INVALID_ARGUMENT', `HERMES_PORT is \`${text}\``, {
    layer: 'cli',
    where: 'HERMES_PORT',
    hint: 'Set it to a number from 0 to 65535.',
  });
}
