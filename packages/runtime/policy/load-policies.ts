import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyRule } from '@hermes-agent/bus';
import { readYaml } from '@hermes-agent/core';
import type { ResolveTool } from '../plan/tool-shape.ts';
import { checkRule } from './check-rule.ts';
import { compileRule } from './compile-rule.ts';
import { policyDocument } from './policy-document.ts';

/**
 * Reads and checks `policies.yaml` of an agent folder; a folder without one has no rules of its own.
 *
 * Throws `DOCUMENT_INVALID` with `file:line:column`.
 */
export async function loadPolicies(folder: string, resolveTool: ResolveTool): Promise<readonly PolicyRule[]> {
  const file = join(folder, 'policies.yaml');
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (!there) return [];
  const checked = policyDocument.superRefine(({ rules }, context) => {
    for (const [index, rule] of rules.entries()) {
      for (const { path, message } of checkRule(rule, resolveTool)) {
        context.addIssue({ code: 'custom', path: ['rules', index, ...path], message });
      }
    }
  });
  const { rules } = await readYaml(file, checked, 'runtime');
  return rules.map((rule) => compileRule(rule, resolveTool));
}
