import type { PolicyRule } from '@hermes-agent/bus';
import { HermesError } from '@hermes-agent/core';
import type { ResolveTool } from '../plan/tool-shape.ts';
import type { PolicyFallbackDocument, PolicyRuleDocument } from './policy-document.ts';

/** A checked rule as the bus takes it: its fallback pinned to a version and its contract. */
export function compileRule(rule: PolicyRuleDocument, resolveTool: ResolveTool): PolicyRule {
  const { tool, version, error, action, severity, fallback } = rule;
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(version === undefined ? {} : { version }),
    error,
    action,
    ...(severity === undefined ? {} : { severity }),
    ...(fallback === undefined ? {} : { fallback: pin(fallback, resolveTool) }),
  };
}

function pin(
  fallback: PolicyFallbackDocument,
  resolveTool: ResolveTool,
): NonNullable<PolicyRule['fallback']> {
  const { tool, version: range, input, timeout_ms: timeoutMs, done_when, failed_when, output } = fallback;
  const shape = resolveTool(tool, range);
  if (shape === undefined) {
    throw new HermesError('TOOL_UNKNOWN', `No contract of ${tool} satisfies ${range}`, { layer: 'runtime' });
  }
  return {
    tool,
    version: shape.version,
    hash: shape.hash,
    input,
    timeoutMs,
    ...(done_when === undefined ? {} : { doneWhen: done_when }),
    ...(failed_when === undefined ? {} : { failedWhen: failed_when }),
    ...(output === undefined ? {} : { output }),
  } as NonNullable<PolicyRule['fallback']>;
}
