import type { BusSettings, DeadLetters, Freezer } from '@hermes-agent/bus';
import type { JsonObject, JsonValue, Logger, SpanRecord } from '@hermes-agent/core';
import type { CompensationEntry, CompensationQuery } from '@hermes-agent/memory';
import type { CanaryDesk } from './canary/canary-desk.ts';
import type { PolicyDesk } from './policy/policy-desk.ts';

export type { CanaryView, ControlChange, DeadLetter, DeadLetters, Freeze, Freezer } from '@hermes-agent/bus';
export type { CompensationEntry, CompensationStatus } from '@hermes-agent/memory';
export type { CanaryDesk, CanaryWish } from './canary/canary-desk.ts';
export type { PolicyDesk, PolicyInForce } from './policy/policy-desk.ts';
export type Locale = 'zh' | 'en';

/** Who is asking. It comes from the credential, never from a body. */
export interface Identity {
  readonly tenant: string;
  /** The user on whose behalf this is. */
  readonly subject: string;
  readonly role: 'operator' | 'user';
}

export interface AgentInfo {
  readonly name: string;
  readonly title: Readonly<Record<Locale, string>>;
  readonly description: Readonly<Record<Locale, string>>;
  /** Sentences worth trying first. */
  readonly tries: readonly string[];
  readonly locale: Locale;
}

/** One line to the user. `id` orders it in the session's outbox and is what SSE resumes from. */
export interface OutboxReply {
  readonly id: number;
  readonly key: string;
  readonly text: string;
  readonly locale: Locale;
  readonly options?: readonly string[];
  readonly requestId?: string;
}

export interface Reading {
  readonly state: string;
  readonly intent: string | null;
  readonly confidence: number;
  /** Near intents that were considered and left out. */
  readonly excluded: readonly { readonly intent: string; readonly confidence: number }[];
  readonly slots: JsonObject;
}

export interface TurnResult extends Reading {
  readonly turnId: string;
  /** 1 for the session's first turn. */
  readonly turn: number;
  readonly replies: readonly OutboxReply[];
  /** What went downstream, if anything did: `{intent, …slots, priority}`. */
  readonly emission: JsonObject | null;
  readonly requestIds: readonly string[];
}

export interface TurnInput {
  readonly sessionId: string;
  readonly identity: Identity;
  readonly turnId: string;
  readonly text: string;
  /** Reference time for "last month", in milliseconds since the epoch; now when left out. */
  readonly referenceMs?: number;
  /** How long to wait for outcomes of what this turn started, at most their display time-out. 0 answers at once. */
  readonly waitMs?: number;
}

export type SessionEvent =
  | { readonly type: 'reply'; readonly id: number; readonly reply: OutboxReply; readonly push: boolean }
  | { readonly type: 'reading'; readonly id: number; readonly reading: Reading };

export interface TranscriptLine {
  readonly id: number;
  readonly from: 'user' | 'agent';
  readonly text: string;
  readonly at: number;
  readonly requestId?: string;
}

export interface SessionView extends Reading {
  readonly sessionId: string;
  readonly agent: string;
  readonly locale: Locale;
  readonly transcript: readonly TranscriptLine[];
}

export type RequestStatus = 'running' | 'pending' | 'succeeded' | 'failed' | 'cancelled' | 'needs_attention';

export interface TraceSummary {
  readonly requestId: string;
  readonly agent: string;
  readonly intent: string;
  readonly sessionId: string;
  readonly status: RequestStatus;
  readonly code: string | null;
  readonly startMs: number;
  readonly endMs: number | null;
}

export interface TraceView extends TraceSummary {
  readonly spans: readonly SpanRecord[];
  /** The bus's messages of this request, oldest first. Inputs and outputs are masked. */
  readonly messages: readonly JsonObject[];
}

export interface AttentionItem {
  readonly requestId: string;
  readonly step: string;
  /** The key under which the other side knows the step. */
  readonly idempotencyKey: string;
  readonly tool: string;
  readonly reason: string;
  readonly code: string;
  readonly sinceMs: number;
}

/**
 * What a person found out: `done`, the step did take effect or its undoing was made by hand; `not_done`, it did not,
 * or the undoing is to be tried again.
 */
export type SettlementResolution = 'done' | 'not_done';

export interface SettlementInput {
  readonly identity: Identity;
  readonly requestId: string;
  /** The step's name in its plan. */
  readonly step: string;
  readonly resolution: SettlementResolution;
  /** What a step of unknown outcome gave back, for a `done` whose words need it. */
  readonly output?: JsonValue;
  /** Why, for the record; at most 500 characters. */
  readonly note?: string;
}

/** `code` is null for one that is settled. */
export interface SettledCompensation {
  readonly stepId: string;
  readonly code: string | null;
}

/** Who decided what, and when. Each decision has a line `asked` and one that says what came of it. */
export interface SettlementRecord {
  readonly atMs: number;
  readonly by: string;
  readonly requestId: string;
  readonly step: string;
  readonly resolution: SettlementResolution;
  /** `asked`, `settled`, or the code it was refused with. */
  readonly result: string;
  readonly note: string;
}

/** How much was removed. */
export interface ArchiveReport {
  readonly executions: number;
  readonly sessions: number;
  readonly spans: number;
  readonly artifacts: number;
  /** Versions of profile fields that had outlived their retention. */
  readonly profileValues: number;
}

export interface TraceFilter {
  readonly tenant: string;
  readonly user?: string;
  readonly sessionId?: string;
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly limit?: number;
}

/** A running set of agents over one store: what the server and the command line stand on. */
export interface Hermes {
  /** What this house logs through; the server in front of it uses the same. */
  readonly logger: Logger;
  agents(): readonly AgentInfo[];
  /** Throws `AGENT_UNKNOWN`, listing those there are. */
  openSession(input: {
    readonly agent: string;
    readonly identity: Identity;
    readonly locale?: Locale;
  }): Promise<{
    readonly sessionId: string;
    readonly locale: Locale;
    readonly replies: readonly OutboxReply[];
  }>;
  /**
   * One turn. Turns of a session run one at a time; a repeated `turnId` gives the first answer again.
   *
   * Throws `SESSION_NOT_FOUND` (also for another's session), `TURN_CONFLICT`, `PAYLOAD_TOO_LARGE`.
   */
  turn(input: TurnInput, signal?: AbortSignal): Promise<TurnResult>;
  session(sessionId: string, identity: Identity): Promise<SessionView>;
  closeSession(sessionId: string, identity: Identity): Promise<void>;
  /** Events after `afterId`, oldest first, at most `limit`. */
  events(
    sessionId: string,
    identity: Identity,
    afterId: number,
    limit?: number,
  ): Promise<readonly SessionEvent[]>;
  /** Calls `onHint` when `events` may have more. Returns the unsubscribe function. */
  onEvents(sessionId: string, onHint: () => void): () => void;
  /** How long after a submission the session should still expect words of it, in milliseconds. */
  displayTimeoutMs(requestId: string): Promise<number>;
  cancel(requestId: string, identity: Identity): Promise<{ readonly status: RequestStatus }>;
  trace(requestId: string, identity: Identity): Promise<TraceView | null>;
  findTraces(filter: TraceFilter): Promise<readonly TraceSummary[]>;
  /** What waits for a person, the longest waiting first. */
  attention(tenant: string): Promise<readonly AttentionItem[]>;
  /**
   * Decides one matter; the request goes on from there. Throws `FORBIDDEN`, `EXECUTION_NOT_FOUND`, `CONFLICT` when
   * nothing stands open there.
   */
  settleAttention(input: SettlementInput): Promise<{ readonly status: RequestStatus }>;
  /** Steps that were to be undone: those that wait for a person, unless another status is asked for. */
  compensations(query: CompensationQuery): Promise<readonly CompensationEntry[]>;
  /** Settles many, or `all` that are pending (at most 1,000 at once). Each is decided by itself. */
  settleCompensations(
    input: Omit<SettlementInput, 'requestId' | 'step' | 'output'> & {
      readonly stepIds: readonly string[] | 'all';
    },
  ): Promise<readonly SettledCompensation[]>;
  /** What operators decided, newest first. */
  settlements(query: {
    readonly tenant: string;
    readonly limit?: number;
  }): Promise<readonly SettlementRecord[]>;
  /** New versions of tools on a part of the requests. */
  readonly canary: CanaryDesk;
  /** What errors lead to. */
  readonly policies: PolicyDesk;
  /** Which versions of tools nothing new runs. */
  readonly tools: Freezer;
  readonly deadLetters: DeadLetters;
  /** What this process has counted and measured, over all tenants, in the Prometheus text format 0.0.4. */
  metrics(): Promise<string>;
  artifact(
    id: string,
    identity: Identity,
  ): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string; readonly name: string }>;
  /**
   * Removes now what has been kept long enough, as the schedule does, by the given ages and to the given folder
   * where these differ from the settings. Nothing that is open goes.
   */
  archive(change?: {
    readonly requestsMs?: number;
    readonly sessionsMs?: number;
    readonly spansMs?: number;
    readonly archiveFolder?: string;
  }): Promise<ArchiveReport>;
  /** Where the demo mailbox answers, when a demo brought one. */
  mailboxUrl(): string | null;
  /**
   * What the demos brought, by the environment variable that would set each (`ORDER_CENTRE_URL`): given as
   * `environment` to another process it works with the same upstreams. Holds the demos' secrets.
   */
  demoEnvironment(): Readonly<Record<string, string>>;
  /** Resolves when ready for requests; rejects with the reason it is not. */
  ready(): Promise<void>;
  /** Stops taking work, finishes or hands back what is in flight within `graceMs`, closes the store. */
  stop(graceMs?: number): Promise<void>;
}

export interface HermesOptions {
  /** Folders of agents: each holds an `agent.yaml`. */
  readonly agentFolders: readonly string[];
  /** Where embedded data lives. */
  readonly dataDir: string;
  /** `sqlite:PATH` (default: inside `dataDir`) or `postgres://…`. */
  readonly storeUrl?: string;
  /** `amqp://…`: RabbitMQ carries hints between hosts. Default: the store does. */
  readonly brokerUrl?: string;
  /** Start the agents' demo upstreams. */
  readonly demos: boolean;
  /** Run a worker in this process. */
  readonly worker: boolean;
  readonly workerSettings?: {
    readonly concurrency?: number;
    readonly leaseMs?: number;
    readonly pollMs?: number;
  };
  readonly bus?: Partial<BusSettings>;
  /** Bring outcomes to sessions from this process; a process that only works leaves it off. */
  readonly sessions?: boolean;
  /** The agents' addresses and secrets, keys, and where spans and alerts go. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where log lines go: a path, or `stderr`. */
  readonly logTo?: string;
}
