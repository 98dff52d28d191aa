import type { Conclusion } from '@hermes-agent/bus';
import { isJsonObject, type JsonValue, readPointer } from '@hermes-agent/core';
import { amountClassOf, type Memory } from '@hermes-agent/memory';
import type { PlanDocument } from '../plan/plan-document.ts';
import type { RequestRow } from '../request/request-row.ts';

/**
 * Tells memory how far the undoing of each step has come. A conclusion tells of a step once, however often it is
 * read again.
 */
export async function recordCompensations(
  memory: Memory,
  request: RequestRow,
  { sequence, steps, outputs, code, at }: Pick<Conclusion, 'sequence' | 'steps' | 'outputs' | 'code' | 'at'>,
  plan: PlanDocument | undefined,
): Promise<void> {
  const { requestId, tenant, subject, order } = request;
  for (const [index, { id, compensation }] of steps.entries()) {
    const declared = order.steps[index]?.compensation;
    if (compensation === null || compensation === 'active' || declared === undefined) continue;
    const amount = plan?.steps[index]?.compensation?.amount;
    await memory.compensations.record({
      scope: { tenant, domain: order.domain, subject },
      requestId,
      stepId: `${requestId}/${index + 1}`,
      step: id,
      tool: declared.tool,
      amountClass: amountClassOf(amount === undefined ? null : centsAt(declared.input, amount, outputs)),
      status: compensation === 'done' ? 'done' : 'pending',
      code,
      atMs: at,
      source: `conclusion ${sequence}`,
    });
  }
}

/** The number at `pointer` of the compensation's input, there itself or in the output that stands there. */
function centsAt(input: JsonValue, pointer: string, outputs: Conclusion['outputs']): number | null {
  const found = readPointer(input, pointer);
  const reference = isJsonObject(found) && typeof found.$output === 'string' ? found.$output : null;
  const [step = '', inside = ''] = reference?.split('#', 2) ?? [];
  const value = reference === null ? found : readPointer(outputs[step], inside);
  return typeof value === 'number' ? value : null;
}
