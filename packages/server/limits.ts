/** What one client may ask of this process. Bytes and milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  /** The longest `Prefer: wait` that is honoured. */
  readonly waitMs: number;
  /** Event streams open at a time. */
  readonly streams: number;
  readonly heartbeatMs: number;
  /** A socket that moves no byte for so long is closed: also one whose reader stopped reading. */
  readonly idleMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  // A turn of 128 kB, which the conversation still answers with words, and room for JSON's escapes.
  bodyBytes: 256 * 1024,
  waitMs: 30_000,
  streams: 1_000,
  heartbeatMs: 15_000,
  idleMs: 75_000,
};
