import type { Logger } from '@hermes-agent/core';
import type { Memory } from '@hermes-agent/memory';
import type { Agent } from './agent.ts';
import { readKnowledge } from './knowledge.ts';

/**
 * Does what makes first calls quick but need not be waited for: imports the knowledge, bundles and loads the tools.
 * Returns a function that stops after the agent under way.
 */
export function startWarming(
  agents: Iterable<Agent>,
  memory: Memory,
  tools: boolean,
  logger: Logger,
): () => Promise<void> {
  let stopped = false;
  const warm = async (): Promise<void> => {
    for (const { document, folder, registry } of agents) {
      if (stopped) return;
      try {
        await memory.knowledge.import(document.domain.name, await readKnowledge(folder));
        if (tools) await registry.warm();
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown.message : String(thrown);
        logger.error('an agent could not be warmed up', { agent: document.name, error });
      }
    }
  };
  const warming = warm();
  return () => {
    stopped = true;
    return warming;
  };
}
