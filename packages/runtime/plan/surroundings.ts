import type { JsonObject } from '@hermes-agent/core';
import type { ResolveTool } from './tool-shape.ts';

/** What a plan is checked against. */
export interface PlanSurroundings {
  readonly resolveTool: ResolveTool;
  /** Names of all tools there are, for the message about one there is not. */
  readonly toolNames: readonly string[];
  /** Schema of the slots of this plan's intent; undefined when no flow has that intent. */
  readonly slots: JsonObject | undefined;
  readonly profile: JsonObject;
  readonly responseKeys: ReadonlySet<string>;
}
