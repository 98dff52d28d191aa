import type { ToolRegistry } from '@hermes-agent/tools';
import type { LoadedAgent } from './load-agent.ts';

/** An agent folder, read, checked and ready to run. */
export interface Agent extends LoadedAgent {
  readonly registry: ToolRegistry;
}
