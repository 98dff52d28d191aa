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
   * called. No ids: somebody in particular could not be named. Aborts reach every process that hears of others
   * at all, requests and results at least one.
   */
  subscribe(topic: Topic, onHint: (ids: readonly string[]) => void): Promise<() => Promise<void>>;
}
