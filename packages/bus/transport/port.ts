/**
 * What a hint is about: calls that may be claimed, conclusions that may be read, attempts that are no longer
 * wanted.
 */
export type Topic = 'agent_requests' | 'agent_results' | 'agent_aborts';

/**
 * Carries hints between processes. Hints may be lost, doubled, reordered or invented: they only make somebody look
 * at the journal sooner, and the journal decides.
 */
export interface Transport {
  /** Tells of `ids`: request ids, or call ids for `agent_aborts`. Never throws. */
  publish(topic: Topic, ids: readonly string[]): void;
  subscribe(topic: Topic, onHint: (ids: readonly string[]) => void): Promise<() => Promise<void>>;
}
