import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { findReferences } from '../plan/reference.ts';
import { schemaAt } from '../plan/schema-walk.ts';
import type { ResolveTool, ToolShape } from '../plan/tool-shape.ts';
import type { PolicyRuleDocument } from './policy-document.ts';

export interface RuleIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with a rule in view of the folder's contracts: its tools, its fallback's pointers. */
export function* checkRule(
  { tool, version, fallback }: PolicyRuleDocument,
  resolveTool: ResolveTool,
): Generator<RuleIssue> {
  const subject = tool === undefined ? undefined : resolveTool(tool, version ?? '*');
  if (tool !== undefined && subject === undefined) {
    yield {
      path: ['tool'],
      message: `no contract is named ${tool}${version === undefined ? '' : ` ${version}`}`,
    };
  }
  if (fallback === undefined) return;
  const asked = resolveTool(fallback.tool, fallback.version);
  if (asked === undefined) {
    yield {
      path: ['fallback', 'tool'],
      message: `no contract of ${fallback.tool} satisfies ${fallback.version}`,
    };
    return;
  }
  if (!asked.callable) {
    yield { path: ['fallback', 'tool'], message: `${asked.name} has no binding, so it cannot be called` };
  }
  if (asked.effects !== 'read') {
    yield { path: ['fallback', 'tool'], message: `a fallback asks only, and ${asked.name} is no read` };
  }
  yield* checkInput(fallback.input, asked, subject);
  for (const key of ['done_when', 'failed_when'] as const) {
    const pointer = fallback[key]?.pointer;
    if (pointer !== undefined && schemaAt(asked.outputSchema, pointer) === 'absent') {
      yield {
        path: ['fallback', key, 'pointer'],
        message: `the output of ${asked.name} has nothing at ${pointer}`,
      };
    }
  }
  for (const { path, reference } of findReferences(fallback.output ?? {})) {
    const found = String(reference.value);
    const known = reference.kind === '$output' && found.startsWith('fallback#');
    if (!known || schemaAt(asked.outputSchema, found.slice('fallback#'.length)) === 'absent') {
      yield {
        path: ['fallback', 'output', ...path],
        message: `expected { $output: fallback#/pointer } into the output of ${asked.name}`,
      };
    }
  }
}

function* checkInput(
  input: JsonObject,
  asked: ToolShape,
  subject: ToolShape | undefined,
): Generator<RuleIssue> {
  for (const missing of requiredOf(asked.inputSchema).filter((name) => !Object.hasOwn(input, name))) {
    yield { path: ['fallback', 'input'], message: `${asked.name} requires ${missing}` };
  }
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(propertiesOf(asked.inputSchema), key)) {
      yield { path: ['fallback', 'input', key], message: `${asked.name} takes no ${key}` };
    }
  }
  for (const { path, reference } of findReferences(input)) {
    const at = ['fallback', 'input', ...path];
    if (reference.kind === '$idempotency_key' && reference.value === 'self') continue;
    if (reference.kind !== '$input') {
      yield { path: at, message: 'expected { $input: /pointer } or { $idempotency_key: self }' };
    } else if (subject !== undefined && schemaAt(subject.inputSchema, String(reference.value)) === 'absent') {
      yield { path: at, message: `the input of ${subject.name} has nothing at ${String(reference.value)}` };
    }
  }
}

const requiredOf = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.map(String) : [];
const propertiesOf = ({ properties }: JsonObject): Readonly<Record<string, JsonValue>> =>
  isJsonObject(properties) ? properties : {};
