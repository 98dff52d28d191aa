import type { HermesError } from '@hermes-agent/core';
import type { OutboxReply } from '@hermes-agent/runtime';
import type { SaidTurn } from '@hermes-agent/server/client';

/** How a conversation is shown: as lines of JSON, or to a person. */
export interface ChatOutput {
  greeting(replies: readonly OutboxReply[]): void;
  said(text: string): void;
  turn(turn: SaidTurn, sessionId: string): void;
  /** Words that no turn waited for. */
  push(reply: OutboxReply, sessionId: string): void;
  error(error: HermesError): void;
}
