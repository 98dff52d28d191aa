/**
 * What a hint is about, most urgent first: attempts that are no longer wanted, calls that may be claimed,
 * conclusions that may be read.
 */
export const TOPICS = ['agent_aborts', 'agent_requests', 'agent_results'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * Carries hints between processes. Hints may be lost, doubled, reordered or invented: they only make somebody look
 * at the journal sooner, and the journal decides. Held to `transportConformance`.
 */
export interface Transport {
  /**
   * Tells of `ids`: request ids, or call ids for `agent_aborts`. Never throws, never waits, and keeps no more than
   * a bounded number of what it cannot tell yet.
   */
  publish(topic: Topic, ids: readonly string[]): void;
  /**
   * Calls `onHint` with ids that were told, here or in another process, until the function it resolves to is
   * called; without ids when they were too many to name. A carrier between processes brings an abort to every
   * process that listens, anything else to one of them at least.
   */
  subscribe(topic: Topic, onHint: (ids: readonly string[]) => void): Promise<() => Promise<void>>;
}
