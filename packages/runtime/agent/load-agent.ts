import { basename, join } from 'node:path';
import type { PolicyRule } from '@hermes-agent/bus';
import { type Conversation, createConversation, type FlowSet, loadFlows } from '@hermes-agent/conversation';
import { HermesError, type JsonObject, readYaml } from '@hermes-agent/core';
import { type Contract, loadContracts } from '@hermes-agent/tools';
import { loadPlans } from '../plan/load-plans.ts';
import type { PlanDocument } from '../plan/plan-document.ts';
import { type ResolveTool, toolResolver } from '../plan/tool-shape.ts';
import { loadPolicies } from '../policy/load-policies.ts';
import { type AgentDocument, agentDocument } from './agent-document.ts';

/** An agent folder, read and checked; it still needs its surroundings before its tools can be called. */
export interface LoadedAgent {
  readonly folder: string;
  readonly document: AgentDocument;
  readonly conversation: Conversation;
  readonly contracts: readonly Contract[];
  readonly plans: ReadonlyMap<string, PlanDocument>;
  /** The folder's own rules for errors. */
  readonly policies: readonly PolicyRule[];
  readonly resolveTool: ResolveTool;
}

/**
 * Reads a whole agent folder and checks its parts against each other: every plan against the contracts' schemas,
 * the flows' slots and words, the profile fields the domain declares.
 *
 * Throws `DOCUMENT_INVALID`, `CONTRACT_INVALID` or `AGENT_INVALID` with file, line and what was expected.
 */
export async function loadAgent(folder: string): Promise<LoadedAgent> {
  const document = await readYaml(join(folder, 'agent.yaml'), agentDocument, 'runtime');
  if (document.name !== basename(folder)) {
    throw new HermesError('AGENT_INVALID', `The agent ${document.name} is in a folder of another name`, {
      layer: 'runtime',
      where: join(folder, 'agent.yaml'),
      hint: `Rename the folder to ${document.name}.`,
    });
  }
  const [flows, contracts] = await Promise.all([loadFlows(folder), loadContracts(folder)]);
  checkLearned(folder, flows, document);
  const conversation = createConversation({ flows });
  const resolveTool = toolResolver(contracts);
  const plans = await loadPlans(folder, {
    resolveTool,
    toolNames: [...new Set(contracts.map(({ name }) => name))],
    slotsOf: (intent) => conversation.slotSchema(intent) ?? undefined,
    profile: profileSchema(document),
    responseKeys: new Set(flows.responses.texts.keys()),
  });
  checkEveryTaskHasPlan(folder, flows, plans);
  const policies = await loadPolicies(folder, resolveTool);
  return { folder, document, conversation, contracts, plans, policies, resolveTool };
}

function checkEveryTaskHasPlan(
  folder: string,
  flows: FlowSet,
  plans: ReadonlyMap<string, PlanDocument>,
): void {
  for (const flow of flows.flows) {
    if (flow.kind !== 'task' || plans.has(flow.intent)) continue;
    throw new HermesError(
      'AGENT_INVALID',
      `The intent ${flow.intent} gathers slots, and no plan carries it out`,
      {
        layer: 'runtime',
        where: join(folder, 'plans'),
        hint: `Add plans/${flow.intent}.yaml, or make it an intent that only answers.`,
      },
    );
  }
}

/** What a slot says to remember must be a field that the domain declares with its purpose. */
function checkLearned(folder: string, flows: FlowSet, { domain }: AgentDocument): void {
  for (const flow of flows.flows) {
    if (flow.kind !== 'task') continue;
    for (const slot of flow.slots) {
      for (const field of [slot.learn, slot.offerFrom]) {
        if (field === null || Object.hasOwn(domain.fields, field)) continue;
        throw new HermesError(
          'AGENT_INVALID',
          `The slot ${slot.name} remembers ${field}, which is not declared`,
          {
            layer: 'runtime',
            where: join(folder, 'agent.yaml'),
            hint: `Declare domain.fields.${field} with purpose and retention.`,
          },
        );
      }
    }
  }
}

function profileSchema({ domain }: AgentDocument): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(domain.fields).map(([name, { type }]) => [name, { type }]),
  );
  return { type: 'object', properties, additionalProperties: false };
}
