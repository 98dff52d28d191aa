import type { JournaledMessage } from '@hermes-agent/bus';
import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { Agent } from '../agent/agent.ts';

/**
 * A message as a trace shows it: flat, what it was about first. Inputs and outputs have what their contract marks
 * `x-sensitive` masked; where the contract is not at hand, they are left out.
 */
export function traceMessage(message: JournaledMessage, agent: Agent | undefined): JsonObject {
  const { type, sequence, sender, at, envelope } = message;
  const contract = agent?.contracts.find(
    ({ name, version, hash }) =>
      name === envelope.tool && version === envelope.version && hash === envelope.contract_hash,
  );
  const shown: Record<string, JsonValue> = {
    at,
    type,
    sequence,
    sender,
    request_id: envelope.request_id,
    tool: envelope.tool,
    version: envelope.version,
    attempt: envelope.attempt,
    priority: envelope.priority,
    ...(envelope.effect === undefined ? {} : { effect: envelope.effect }),
    ...(envelope.late === undefined ? {} : { late: true }),
    ...(envelope.violation === undefined ? {} : { violation: envelope.violation }),
  };
  for (const [field, value] of Object.entries(message.body as unknown as JsonObject)) {
    if (field === 'input_params') {
      if (contract !== undefined) shown[field] = contract.mask('input', value);
    } else if (field === 'output_data') {
      // Masks follow the contract; what breaks it may hold anything anywhere.
      if (contract !== undefined && envelope.violation === undefined)
        shown[field] = contract.mask('output', value);
    } else if (!Object.hasOwn(shown, field)) {
      shown[field] = value;
    }
  }
  return shown;
}
