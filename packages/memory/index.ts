export { ACCESS, type Role } from './access.ts';
export { type AmountClass, amountClassOf } from './compensation/amount-class.ts';
export type {
  CompensationEntry,
  CompensationQuery,
  CompensationStatus,
  NewCompensationEvent,
} from './compensation/compensation-event.ts';
export { createMemory, type MemoryOptions } from './create-memory.ts';
export type { DomainDeclaration, FieldDeclaration, FieldType } from './domain/declaration.ts';
export type { ErasureReason } from './erasure/erase-fields.ts';
export { environmentKeys } from './key/environment-keys.ts';
export { fileKeys } from './key/file-keys.ts';
export type { KeyProvider } from './key/key-provider.ts';
export { createKeyRing, type KeyRing } from './key/key-ring.ts';
export { createInProcessTaskCache } from './l1-task/in-process.ts';
export { TASK_TTL_MS, type TaskCache } from './l1-task/task-cache.ts';
export type { VersionEntry } from './l2-profile/history.ts';
export type { RotationReport } from './l2-profile/rotate-keys.ts';
export type { WriteOrigin, WriteReceipt } from './l2-profile/write-fields.ts';
export type { KnowledgeDocument } from './l3-knowledge/document.ts';
export type { ImportReport } from './l3-knowledge/import.ts';
export type { KnowledgeHit } from './l3-knowledge/search.ts';
export type {
  ConversationMemory,
  KnowledgeReader,
  Memory,
  ProfileManager,
  SessionKey,
  ToolMemory,
} from './memory.ts';
export type {
  DomainScope,
  ForTrace,
  SessionAddress,
  SessionScope,
  SubjectScope,
  TaskAddress,
} from './scope.ts';
export type { SubjectKey } from './subject-key/subject-key.ts';
export type { SubjectKeys } from './subject-key/subject-keys.ts';
