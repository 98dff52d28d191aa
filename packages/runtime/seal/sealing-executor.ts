import type { ToolCall, ToolExecutor, ToolOutcome } from '@hermes-agent/bus';
import type { JsonValue } from '@hermes-agent/core';
import type { SubjectKeys } from '@hermes-agent/memory';
import type { Contract } from '@hermes-agent/tools';
import { openValue, sealValue, tokensIn } from './sealed-value.ts';

/** Shorter than this a word says nothing by itself, and would be found inside others. */
const WORTH_HIDING = 4;
const MASK = '•••';

/**
 * Opens what is sealed in a call before the tool runs, and seals in its output what the contract marks: between the
 * two nothing sensitive lies open in the journal. A tool's own words of failure lose what was opened for it.
 */
export function sealingExecutor(
  executor: ToolExecutor,
  keys: SubjectKeys,
  contractOf: (call: ToolCall) => Contract | undefined,
): ToolExecutor {
  return {
    holds: executor.holds,
    async execute(call, signal) {
      const input = await openValue(keys, call.input);
      const outcome = await executor.execute({ ...call, input }, signal);
      if (!outcome.ok) {
        if (outcome.message === '' || input === call.input) return outcome;
        return { ...outcome, message: withoutTexts(outcome.message, await openedTexts(keys, call.input)) };
      }
      return sealOutput(outcome, call);
    },
  };

  async function sealOutput(
    outcome: Extract<ToolOutcome, { ok: true }>,
    call: ToolCall,
  ): Promise<ToolOutcome> {
    const contract = contractOf(call);
    let marked = false;
    contract?.replaceSensitive('output', outcome.output, (part) => {
      marked = true;
      return part;
    });
    if (contract === undefined || !marked) return outcome;
    const key = await keys.of(call);
    const output = contract.replaceSensitive('output', outcome.output, (part) => sealValue(key, part));
    return { ...outcome, output };
  }
}

async function openedTexts(keys: SubjectKeys, input: JsonValue): Promise<readonly string[]> {
  const texts: string[] = [];
  const gather = (value: JsonValue): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(gather);
  };
  for (const token of tokensIn(input)) gather(await openValue(keys, { $sealed: token }));
  return texts.filter(({ length }) => length >= WORTH_HIDING);
}

const withoutTexts = (message: string, texts: readonly string[]): string =>
  texts.reduce((words, text) => words.replaceAll(text, MASK), message);
