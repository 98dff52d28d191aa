import { HermesError } from '@hermes-agent/core';
import type { KeyProvider } from './key-provider.ts';
import { createKeyRing } from './key-ring.ts';

export const KEYS_VARIABLE = 'HERMES_MEMORY_KEYS';
export const INDEX_KEY_VARIABLE = 'HERMES_MEMORY_INDEX_KEY';

/**
 * Keys from `HERMES_MEMORY_KEYS` (`id:base64,id:base64`; the first is current) and `HERMES_MEMORY_INDEX_KEY`
 * (base64), each of 32 bytes. Null when neither is set.
 *
 * Throws `NOT_CONFIGURED` when only one is set or an entry is not of that form.
 */
export function environmentKeys(
  environment: Readonly<Record<string, string | undefined>>,
): KeyProvider | null {
  const listed = environment[KEYS_VARIABLE];
  const indexText = environment[INDEX_KEY_VARIABLE];
  if (listed === undefined && indexText === undefined) return null;
  if (listed === undefined) throw notConfigured(KEYS_VARIABLE);
  if (indexText === undefined) throw notConfigured(INDEX_KEY_VARIABLE);
  const entries = listed.split(',').map((entry) => {
    const match = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/]{43}=?)$/.exec(entry.trim());
    if (match === null) throw notConfigured(KEYS_VARIABLE);
    return [match[1]!, Buffer.from(match[2]!, 'base64')] as const;
  });
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(indexText)) throw notConfigured(INDEX_KEY_VARIABLE);
  return createKeyRing({
    current: entries[0]![0],
    keys: new Map(entries),
    indexKey: Buffer.from(indexText, 'base64'),
  });
}

const notConfigured = (variable: string): HermesError =>
  new HermesError('NOT_CONFIGURED', `${variable} is not set to what memory needs`, {
    layer: 'memory',
    where: variable,
    hint: `Set ${KEYS_VARIABLE}=id:KEY and ${INDEX_KEY_VARIABLE}=KEY, each KEY 32 random bytes in base64 (openssl rand -base64 32).`,
  });
