import type { SubjectKey, SubjectKeys } from '@hermes-agent/memory';

/** Marks a column that holds a token and no text. */
const PREFIX = 'sealed:';

/** A column's text as the table keeps it. */
export const sealText = (key: SubjectKey, text: string): string => PREFIX + key.seal(text);

/** The text again; null when an erasure has destroyed its key. */
export async function openText(keys: SubjectKeys, stored: string): Promise<string | null> {
  if (!stored.startsWith(PREFIX)) return stored;
  const token = stored.slice(PREFIX.length);
  const key = await keys.opening(token);
  return key === null ? null : key.open(token);
}
