/** What one client may ask of this process. Bytes and milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  /** The longest `Prefer: wait` that is honoured. */
  readonly waitMs: number;
  readonly connections: number;
  /** Event streams open at a time, of all users and of one. */
  readonly streams: number;
  readonly streamsOfUser: number;
  readonly heartbeatMs: number;
  /** A socket that moves no byte for so long is closed: also one whose reader stopped reading. */
  readonly idleMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  // A turn of 128 kB, which the conversation still answers with words, and room for JSON's escapes.
  bodyBytes: 256 * 1024,
  waitMs: 30_000,
  connections: 2_000,
  streams: 1_000,
  streamsOfUser: 50,
  heartbeatMs: 15_000,
  idleMs: 75_000,
};
