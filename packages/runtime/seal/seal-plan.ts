import type { PlannedStep, ToolReference } from '@hermes-agent/bus';
import type { JsonValue } from '@hermes-agent/core';
import type { SubjectKey } from '@hermes-agent/memory';
import type { Contract } from '@hermes-agent/tools';
import { sealValue } from './sealed-value.ts';

/**
 * The steps with every input sealed that its contract marks `x-sensitive`: the bus carries, compares and keeps tokens,
 * and only what runs the tool opens them.
 */
export function sealSteps(
  steps: readonly PlannedStep[],
  contracts: readonly Contract[],
  key: SubjectKey,
): readonly PlannedStep[] {
  const sealed = <C extends ToolReference & { readonly input: JsonValue }>(call: C): C => {
    const contract = contracts.find(
      ({ name, version, hash }) => name === call.tool && version === call.version && hash === call.hash,
    );
    if (contract === undefined) return call;
    return { ...call, input: contract.replaceSensitive('input', call.input, (part) => sealValue(key, part)) };
  };
  return steps.map((step) => {
    const { verify, compensation } = step;
    return {
      ...sealed(step),
      ...(verify === undefined ? {} : { verify: sealed(verify) }),
      ...(compensation === undefined ? {} : { compensation: sealed(compensation) }),
    };
  });
}
