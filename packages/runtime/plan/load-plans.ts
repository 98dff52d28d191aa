import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HermesError, type JsonObject, readYaml } from '@hermes-agent/core';
import { checkPlan } from './check-plan.ts';
import { type PlanDocument, planDocument } from './plan-document.ts';
import type { PlanSurroundings } from './surroundings.ts';

/**
 * Reads and checks `plans/*.yaml` of an agent folder, one plan an intent, the file named after it.
 *
 * Throws `DOCUMENT_INVALID` with `file:line:column`.
 */
export async function loadPlans(
  agentFolder: string,
  around: Omit<PlanSurroundings, 'slots'> & { slotsOf(intent: string): JsonObject | undefined },
): Promise<ReadonlyMap<string, PlanDocument>> {
  const folder = join(agentFolder, 'plans');
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  const checked = planDocument.superRefine((plan, context) => {
    for (const { path, message } of checkPlan(plan, { ...around, slots: around.slotsOf(plan.intent) })) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
  const plans = new Map<string, PlanDocument>();
  for (const name of names.filter((candidate) => /\.ya?ml$/.test(candidate)).sort()) {
    const file = join(folder, name);
    const plan = await readYaml(file, checked, 'runtime');
    if (basename(name).replace(/\.ya?ml$/, '') !== plan.intent) {
      throw new HermesError('DOCUMENT_INVALID', `The plan of ${plan.intent} is in a file of another name`, {
        layer: 'runtime',
        where: file,
        hint: `Rename it to ${plan.intent}.yaml.`,
      });
    }
    plans.set(plan.intent, plan);
  }
  return plans;
}
