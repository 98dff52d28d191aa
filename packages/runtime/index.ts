export { listAgentFolders } from './agent/agent-folders.ts';
export type * from './api.ts';
export { createHermes } from './hermes.ts';
