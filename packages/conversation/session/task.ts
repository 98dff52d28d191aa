import type { JsonObject, JsonValue } from '@hermes-agent/core';

/** A slot's value and where it came from. */
export interface FilledSlot {
  value: JsonValue;
  /** The user's words, or what the profile held. */
  phrase: string;
  from: 'user' | 'profile';
  /** Which rule read it: `pattern`, `time`, `surname_title`, `chosen`, `offered` … */
  rule: string;
  /** Positions in the turn's text (NFKC, white space collapsed); null when chosen or offered. */
  span: [number, number] | null;
  turn: number;
}

/** How far a task is. There is always a question behind it, or a look-up under way. */
export type Phase =
  | { at: 'starting' }
  | {
      at: 'asking';
      slot: string;
      /**
       * `unknown`: nobody or nothing fits, `candidates` are the nearest. `several`: more than one was named where one is
       * wanted. `refused`: the last value was valid but cannot be served, and another is invited.
       */
      as: 'question' | 'choice' | 'several' | 'unknown' | 'offer' | 'refused';
      /** To choose among by number or name. */
      candidates: JsonValue[];
      /** The words that were ambiguous, or not found. */
      words: string;
      /** The slot has a value, which stands until a valid new one comes. */
      replacing: boolean;
    }
  | { at: 'looking_up'; lookupId: string }
  /** `digest` is what a yes confirms: tool, version and arguments. It dies with any change. */
  | { at: 'confirming'; digest: string; facts: JsonObject }
  /** "That's wrong": no yes counts until the confirmation has been shown again. */
  | { at: 'amending'; digest: string; facts: JsonObject };

/** One thing the user wants done. It lives in the session and is forgotten when it ends. */
export interface Task {
  id: string;
  intent: string;
  slots: Record<string, FilledSlot>;
  priority: 'normal' | 'high';
  /** How sure the reading was that started it. */
  confidence: number;
  phase: Phase;
  /** Failed answers so far, by slot. */
  attempts: Record<string, number>;
  /** Optional slots passed over, and offers turned down. */
  skipped: string[];
  declined: string[];
}

/** A request that waits for its turn, in the user's words. */
export interface QueuedRequest {
  intent: string;
  text: string;
}

/** A task that went downstream and whose outcome is still to come. */
export interface Submission {
  taskId: string;
  intent: string;
  slots: JsonObject;
}
