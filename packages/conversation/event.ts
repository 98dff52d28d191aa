import type { JsonObject } from '@hermes-agent/core';
import type { SessionState } from './session/state.ts';
import type { Locale } from './text/locale.ts';

/** What happens to a session. */
export type ConversationEvent =
  | { readonly type: 'turn'; readonly turnId: string; readonly text: string }
  /** The answer to a `lookup` emission: what a yes will confirm, or the response that says why not. */
  | {
      readonly type: 'lookup_result';
      readonly lookupId: string;
      readonly outcome:
        | { readonly ok: true; readonly digest: string; readonly facts: JsonObject }
        | {
            readonly ok: false;
            readonly response: string;
            readonly code: string;
            readonly facts: JsonObject;
          };
    }
  /** How something that went downstream ended, or stands. */
  | {
      readonly type: 'outcome';
      readonly requestId: string;
      readonly taskId: string;
      readonly status: 'succeeded' | 'failed' | 'pending' | 'cancelled' | 'needs_attention';
      readonly response: string;
      readonly code: string | null;
      readonly facts: JsonObject;
      readonly summary: string;
    }
  | { readonly type: 'expiry'; readonly what: 'confirmation' | 'session' }
  /** A person takes the session over. */
  | { readonly type: 'handover'; readonly reason: string }
  /** A person gives it back, or an operator frees it. */
  | { readonly type: 'release' };

export type Priority = 'normal' | 'high';

/** What leaves the conversation. Every slot in it is valid, and all that the intent requires are there. */
export type Emission =
  /** Compile, run what only reads, and come back with a digest and facts. Changes nothing in the world. */
  | {
      readonly type: 'lookup';
      readonly lookupId: string;
      readonly taskId: string;
      readonly intent: string;
      readonly slots: JsonObject;
      readonly priority: Priority;
    }
  /** Do it. At most one for each task. */
  | {
      readonly type: 'execute';
      readonly emissionId: string;
      readonly taskId: string;
      readonly intent: string;
      readonly slots: JsonObject;
      readonly priority: Priority;
      /** What the user said yes to; null where the flow asks for no confirmation. */
      readonly digest: string | null;
      /** Profile field → value, to be remembered if it succeeds. */
      readonly learn: JsonObject;
    }
  | {
      readonly type: 'handover';
      readonly taskId: string | null;
      readonly reason: string;
      readonly packet: JsonObject;
    };

export interface Reply {
  /** The response it was made from. */
  readonly key: string;
  readonly text: string;
  readonly locale: Locale;
  readonly options?: readonly string[];
}

/** How the last event was understood. */
export interface Reading {
  /** `idle`, `identify_user`, `awaiting_<slot>`, `choose_<slot>`, `select_service`, `confirm_details`, `execute`, `handed_over`. */
  readonly state: string;
  readonly intent: string | null;
  readonly confidence: number;
  /** Near intents that were considered and left out. */
  readonly excluded: readonly { readonly intent: string; readonly confidence: number }[];
  readonly slots: JsonObject;
}

/** Something an auditor may ask about later. No words of the user are in it. */
export interface AuditEntry {
  readonly type:
    | 'cancelled'
    | 'confirmation_expired'
    | 'session_expired'
    | 'stale_lookup_dropped'
    | 'control_attempt'
    | 'handed_over'
    | 'released'
    | 'attempts_exhausted';
  readonly taskId: string | null;
}

/** The user as memory sees them, and when and where it is. */
export interface Snapshot {
  readonly referenceMs: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly locale: Locale;
  /** Profile fields. */
  readonly user: JsonObject;
}

export interface Turnout {
  readonly state: SessionState;
  readonly replies: readonly Reply[];
  readonly emissions: readonly Emission[];
  readonly reading: Reading;
  readonly audit: readonly AuditEntry[];
}
