import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../time/clock.ts';

/** Where ids come from. Injected, so that a test repeats itself exactly. */
export interface Ids {
  /** A new UUIDv7 (RFC 9562): sorts by the time it was made. */
  next(): string;
}

/** Ids for production: UUIDv7 from the clock and the system's randomness. */
export function createIds(clock: Clock, random: (bytes: number) => Uint8Array = randomBytes): Ids {
  return {
    next() {
      const bytes = new Uint8Array(16);
      bytes.set(random(16));
      let milliseconds = Math.max(0, Math.floor(clock.now()));
      for (let index = 5; index >= 0; index -= 1) {
        bytes[index] = milliseconds % 256;
        milliseconds = Math.floor(milliseconds / 256);
      }
      return formatUuid(bytes, 7);
    },
  };
}

/**
 * A UUIDv8 (RFC 9562 section 5.8) derived from its arguments: the same ones always give the same id, so a repeated
 * confirmation or POST names the same request. Each is length-prefixed: `('ab','c')` differs from `('a','bc')`.
 */
export function deriveId(purpose: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of [purpose, ...parts]) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return formatUuid(new Uint8Array(hash.digest().subarray(0, 16)), 8);
}

function formatUuid(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
