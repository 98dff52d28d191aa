import { HermesError } from '@hermes-agent/core';
import type { SqlValue } from './port.ts';

/**
 * PostgreSQL's text holds no U+0000 and SQLite's does; the port holds none, so that both dialects say the same.
 * Throws `INVALID_ARGUMENT`, without the text.
 */
export function assertPlainText(parameters: readonly SqlValue[]): void {
  if (!parameters.some((value) => typeof value === 'string' && value.includes('\0'))) return;
  throw new HermesError('INVALID_ARGUMENT', 'Text may not hold the character U+0000', {
    layer: 'store',
    hint: 'Leave it out, or keep the value as bytes.',
  });
}
