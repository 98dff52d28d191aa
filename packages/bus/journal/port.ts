import type { ExecutionEvent } from '../execution/event.ts';
import type { Call, Execution } from '../execution/state.ts';
import type { SideEffect, Verdict } from '../execution/transition.ts';
import type { JournaledMessage, MessageType } from '../message/message.ts';
import type { Order } from '../order/order.ts';
import type { Conclusion } from './conclusion.ts';

export type Submission =
  | { readonly type: 'accepted' | 'duplicate'; readonly execution: Execution }
  /** The id is taken by another body; `where` points at the first difference. */
  | { readonly type: 'conflict'; readonly where: string }
  /** It was cancelled before it came. */
  | { readonly type: 'fenced' }
  | { readonly type: 'full'; readonly scope: 'bus' | 'tenant' | 'session'; readonly limit: number };

/** One attempt, taken by one worker. */
export interface Claim {
  readonly execution: Execution;
  readonly call: Call;
  readonly fence: number;
  readonly limitMs: number;
  /** An output that breaks its contract is to be passed on, as the policy says. */
  readonly lenient?: true;
}

export interface ClaimRequest {
  readonly worker: string;
  /** `tool@version#hash` of what the worker holds. */
  readonly routes: readonly string[];
  readonly limit: number;
  readonly leaseMs: number;
}

export interface Applied {
  readonly verdict: Verdict;
  readonly execution: Execution;
}

/** A queue that nobody serves. */
export interface Unserved {
  readonly route: string;
  readonly waiting: number;
  readonly oldestMs: number;
}

/**
 * Where executions live. Every change is one transaction: the new state with the messages and conclusions that
 * say so. A resolved promise means: on disk.
 */
export interface Journal {
  submit(order: Order): Promise<Submission>;
  /** Feeds `event` to an execution; null when there is none by that id. */
  apply(requestId: string, event: ExecutionEvent): Promise<Applied | null>;
  /** Cancels, or leaves a fence where nothing has come yet. */
  cancel(requestId: string, reason: string): Promise<Applied>;
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Feeds `due` to at most `limit` executions whose time has come; resolves to how many there were. */
  sweep(limit: number): Promise<number>;
  /** Milliseconds until something falls due, 0 when something is; null when nothing ever will. */
  dueInMs(): Promise<number | null>;
  /** Every `tool@version#hash` ever asked for. */
  routes(): Promise<readonly string[]>;
  get(requestId: string): Promise<Execution | null>;
  messages(query: MessageQuery): Promise<readonly JournaledMessage[]>;
  messagesOf(requestId: string): Promise<readonly JournaledMessage[]>;
  conclusions(query: { readonly after: number; readonly limit: number }): Promise<readonly Conclusion[]>;
  /** The latest thing told of an execution. */
  conclusionOf(requestId: string): Promise<Conclusion | null>;
  /** Executions that a person has to look at, of one tenant or of all, the longest waiting first. */
  attention(limit: number, tenant?: string): Promise<readonly Execution[]>;
  unserved(olderThanMs: number): Promise<readonly Unserved[]>;
}

export interface MessageQuery {
  readonly after: number;
  readonly limit: number;
  readonly kinds?: readonly MessageType[];
}

/** What a commit brought about, for hints, traces and logs. Heard only after it is on disk. */
export type OnCommitted = (committed: readonly Committed[], now: number) => void;

export interface Committed {
  readonly execution: Execution;
  readonly effects: readonly SideEffect[];
}
