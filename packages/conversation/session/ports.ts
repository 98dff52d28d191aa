import type { JsonObject } from '@hermes-agent/core';
import type { SessionState } from './state.ts';

/** What memory knows of a user, as a snapshot. Conversation reads it and never writes it. */
export interface UserContextReader {
  read(subject: string, fields: readonly string[]): Promise<JsonObject>;
}

/** Where sessions are kept between turns. */
export interface SessionStore {
  load(sessionId: string): Promise<SessionState | null>;
  /** Saves only over the revision that was loaded: `SESSION_STALE` when another turn was faster. */
  save(sessionId: string, state: SessionState, loadedRevision: number): Promise<void>;
}
