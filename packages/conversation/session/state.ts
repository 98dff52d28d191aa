import type { Locale } from '../text/locale.ts';
import type { QueuedRequest, Submission, Task } from './task.ts';

/** One line of the dialog's summary: what a turn did, never what was said. */
export interface DialogLine {
  turn: number;
  intent: string | null;
  /** `filled`, `corrected`, `confirmed`, `cancelled`, `asked_aside`, `unclear` … */
  act: string;
  slots: string[];
}

/** "Did you mean …?" */
export interface IntentMenu {
  intents: string[];
  /** The sentence that was unclear; its slots count once an intent is chosen. */
  text: string;
  rounds: number;
}

/** All a session remembers between turns: plain JSON, bounded in size. */
export interface SessionState {
  version: 1;
  /** Grows by one with every event: a reply or call based on an older one is stale. */
  revision: number;
  /** Null until the user clearly writes in one language; then it outranks the session's own. */
  locale: Locale | null;
  turn: number;
  /** Counters for ids. */
  tasks: number;
  lookups: number;
  task: Task | null;
  /** Tasks left for something else, and requests not begun yet. The last one is taken up first. */
  waiting: (Task | QueuedRequest)[];
  submitted: Submission[];
  menu: IntentMenu | null;
  /** A person has taken over. */
  handover: { reason: string } | null;
  dialog: DialogLine[];
}

export const initialState = (): SessionState => ({
  version: 1,
  revision: 0,
  locale: null,
  turn: 0,
  tasks: 0,
  lookups: 0,
  task: null,
  waiting: [],
  submitted: [],
  menu: null,
  handover: null,
  dialog: [],
});

/** Limits that keep a state small whatever is said. */
export const LIMITS = { waiting: 5, submitted: 20, dialog: 3, menuRounds: 2, attempts: 3 } as const;
