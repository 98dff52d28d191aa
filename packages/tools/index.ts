export { createFileArtifacts, type FileArtifactsOptions } from './artifact/file-artifacts.ts';
export { createAesSealer, type Sealer } from './artifact/sealer.ts';
export {
  type ArtifactDescription,
  type ArtifactOwner,
  type ArtifactRef,
  type ArtifactStore,
  MOST_ARTIFACT_BYTES,
  type StoredArtifact,
} from './artifact/store.ts';
export type {
  Effect,
  SandboxUse,
  ToolCall,
  ToolFailure,
  ToolOutcome,
  ToolSuccess,
  ToolTask,
} from './call/call.ts';
export type {
  Binding,
  Compensation,
  Contract,
  ContractAuth,
  Effects,
  ErrorCode,
  Limits,
  Verification,
} from './contract/contract.ts';
export type { Condition, ErrorRule, FunctionBinding, HttpBinding } from './contract/document.ts';
export { loadContracts, parseContract } from './contract/load-contracts.ts';
export { createMemoryDrift } from './drift/memory-drift.ts';
export type { DriftBucket, DriftObservation, DriftStore } from './drift/store.ts';
export { createRegistry, type RegistryOptions, type ToolRegistry } from './registry.ts';
export type {
  Guarantees,
  GuestCall,
  GuestHost,
  Program,
  SandboxInstance,
  SandboxProvider,
  SandboxResult,
} from './sandbox/port.ts';
export { createProcessProvider } from './sandbox/process/provider.ts';
export type { Violation } from './schema/violation.ts';
export { createSecretSource, type SecretPlace, type SecretSource } from './secret/source.ts';
