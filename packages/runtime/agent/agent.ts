import type { Conversation } from '@hermes-agent/conversation';
import type { ToolRegistry } from '@hermes-agent/tools';
import type { PlanDocument } from '../plan/plan-document.ts';
import type { ResolveTool } from '../plan/tool-shape.ts';
import type { AgentDocument } from './agent-document.ts';

/** An agent folder, read, checked and ready to run. */
export interface Agent {
  readonly folder: string;
  readonly document: AgentDocument;
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  /** By intent. An intent without a plan only ever answers from its templates. */
  readonly plans: ReadonlyMap<string, PlanDocument>;
  readonly resolveTool: ResolveTool;
}
