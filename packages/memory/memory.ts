import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type {
  CompensationEntry,
  CompensationQuery,
  NewCompensationEvent,
} from './compensation/compensation-event.ts';
import type { ErasureReason } from './erasure/erase-fields.ts';
import type { VersionEntry } from './l2-profile/history.ts';
import type { RotationReport } from './l2-profile/rotate-keys.ts';
import type { WriteOrigin, WriteReceipt } from './l2-profile/write-fields.ts';
import type { KnowledgeDocument } from './l3-knowledge/document.ts';
import type { ImportReport } from './l3-knowledge/import.ts';
import type { KnowledgeHit } from './l3-knowledge/search.ts';
import type {
  DomainScope,
  ForTrace,
  SessionAddress,
  SessionScope,
  SubjectScope,
  TaskAddress,
} from './scope.ts';
import type { SubjectKeys } from './subject-key/subject-keys.ts';

/** Half of a domain's key that the channel holds for a session, 32 bytes. It is never stored. */
export interface SessionKey {
  readonly sessionKey?: Uint8Array;
}

export interface KnowledgeReader {
  /** The best passages of the domain, at most `limit` (5; 1 to 50). */
  search(query: string, limit?: number): Promise<readonly KnowledgeHit[]>;
}

/** What a conversation holds of memory: L0 and L1 to read and write, L2 and L3 to read. */
export interface ConversationMemory {
  /** L0: five minutes, this process. */
  readonly dialog: {
    get(key: string): Promise<JsonValue | undefined>;
    set(key: string, value: JsonValue): Promise<void>;
    delete(key: string): Promise<boolean>;
  };
  /** L1: two hours, shared with the tools of the task. */
  readonly task: {
    get(taskId: string, key: string): Promise<JsonValue | undefined>;
    set(taskId: string, key: string, value: JsonValue): Promise<void>;
    delete(taskId: string, key: string): Promise<boolean>;
    /** Forgets the task; a tool that still writes is refused. */
    end(taskId: string): Promise<void>;
  };
  /** L2: the declared fields that have a value, or those of `fields`. */
  readonly profile: { read(fields?: readonly string[]): Promise<JsonObject> };
  readonly knowledge: KnowledgeReader;
}

/** What a tool holds of memory: the L1 of its own task to read and write, L3 to read. */
export interface ToolMemory {
  readonly task: {
    get(key: string): Promise<JsonValue | undefined>;
    set(key: string, value: JsonValue): Promise<void>;
    delete(key: string): Promise<boolean>;
  };
  readonly knowledge: KnowledgeReader;
}

/** L2 in full, for one user in one domain. It belongs to memory itself and is handed to no layer. */
export interface ProfileManager {
  read(fields?: readonly string[]): Promise<JsonObject>;
  /** Every declared field, as of version `seq` when given; fields that cannot be opened are named apart. */
  readAll(seq?: number): Promise<{ readonly values: JsonObject; readonly unreadable: readonly string[] }>;
  /** Merges field by field; fields not mentioned stay. A source writes each field once. */
  write(fields: JsonObject, origin: WriteOrigin): Promise<WriteReceipt>;
  /** The field reads as absent; its history stays. */
  remove(field: string, origin: WriteOrigin): Promise<WriteReceipt>;
  /** Takes every field back to version `seq`, as new versions. Resolves to the fields that changed. */
  restore(seq: number, origin: { readonly source: string }): Promise<readonly string[]>;
  /** Forgets one field in all its versions. Resolves to how many held something. */
  erase(field: string, reason?: ErasureReason): Promise<number>;
  /** Forgets this user in this domain, and no one else. */
  eraseAll(reason?: ErasureReason): Promise<number>;
  /** The newest versions of a field without their values, at most `limit` (100). */
  history(field: string, limit?: number): Promise<readonly VersionEntry[]>;
}

/**
 * The four tiers behind capabilities. A scope with a missing or empty member is refused with `INVALID_ARGUMENT`, an
 * undeclared domain with `NOT_FOUND`, whatever is outside the matrix with `ACCESS_DENIED`.
 */
export interface Memory {
  forConversation(scope: SessionScope & SessionKey & ForTrace): ConversationMemory;
  forTool(task: TaskAddress & ForTrace): ToolMemory;
  manager(scope: SubjectScope & SessionKey & ForTrace): ProfileManager;
  readonly knowledge: {
    /** Makes `documents` the whole knowledge of the domain; what is unchanged is left alone. */
    import(domain: string, documents: readonly KnowledgeDocument[]): Promise<ImportReport>;
  };
  /** What of a user's requests was undone, for operators; holds no value of any profile and needs no session's key. */
  readonly compensations: {
    /** Adds an event; the user goes in as a pseudonym. False when its source told of the step before. */
    record(
      event: Omit<NewCompensationEvent, keyof SubjectScope> & { readonly scope: SubjectScope },
    ): Promise<boolean>;
    list(query: CompensationQuery): Promise<readonly CompensationEntry[]>;
    /** Settles what is pending of these steps, all at once. Resolves to the ids of those that were pending. */
    settle(tenant: string, stepIds: readonly string[]): Promise<readonly string[]>;
  };
  /** A key for each user, for what must not lie open in records outside the profile. `eraseAll` destroys it. */
  readonly subjectKeys: SubjectKeys;
  /** Drops the L0 and L1 of a session at once and refuses late writes to it. */
  endSession(session: SessionAddress): Promise<void>;
  /** Seals the domain's key bags again under its current key; resumable. */
  rotateKeys(scope: DomainScope, signal?: AbortSignal): Promise<RotationReport>;
  /**
   * Erases what has outlived its retention, so that it is gone and not only hidden. Resolves to how many versions
   * went. Meant to be called once a day or so; the caches sweep themselves.
   */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Empties the caches and stops their timers. The store stays open: it belongs to whoever opened it. */
  close(): Promise<void>;
}
