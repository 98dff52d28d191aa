export { type ArtifactStoreCase, artifactStoreConformance } from './artifact-store.ts';
export { type SandboxCase, sandboxConformance } from './sandbox.ts';
