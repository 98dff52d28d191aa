import { HermesError, type JsonValue } from '@hermes-agent/core';

/** What one cached value may weigh, as JSON text. */
const LARGEST_CACHED_BYTES = 65_536;
const LONGEST_KEY = 256;

/**
 * The bytes of a value to be cached: a copy that no one else can change, and that can be wiped.
 *
 * Throws `PAYLOAD_TOO_LARGE` over 64 kB, `INVALID_ARGUMENT` for a key that is empty or too long, or what is no JSON.
 */
export function encodeCached(key: string, value: JsonValue): Buffer {
  if (typeof key !== 'string' || key.length === 0 || key.length > LONGEST_KEY) {
    throw new HermesError('INVALID_ARGUMENT', `A key is a text of 1 to ${LONGEST_KEY} characters`, {
      layer: 'memory',
    });
  }
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) {
    throw new HermesError('INVALID_ARGUMENT', 'Only JSON can be kept here', { layer: 'memory' });
  }
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > LARGEST_CACHED_BYTES) {
    throw new HermesError('PAYLOAD_TOO_LARGE', `A cached value holds at most ${LARGEST_CACHED_BYTES} bytes`, {
      layer: 'memory',
      hint: 'Write it as an artifact and keep its reference here.',
    });
  }
  return bytes;
}

export const decodeCached = (bytes: Uint8Array): JsonValue => JSON.parse(Buffer.from(bytes).toString('utf8'));
