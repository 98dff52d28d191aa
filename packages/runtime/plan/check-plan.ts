import { formatPointer, type JsonObject, readPointer } from '@hermes-agent/core';
import { checkReference } from './check-reference.ts';
import type { PlanDocument } from './plan-document.ts';
import { findReferences } from './reference.ts';
import { schemaAt } from './schema-walk.ts';
import type { PlanSurroundings } from './surroundings.ts';
import type { ToolShape } from './tool-shape.ts';

export interface PlanIssue {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Everything wrong with a plan, found before anything runs: tools, versions, pointers, types, words. */
export function checkPlan(plan: PlanDocument, around: PlanSurroundings): PlanIssue[] {
  const issues: PlanIssue[] = [];
  const report = (path: readonly (string | number)[], message: string): void => {
    issues.push({ path: [...path], message });
  };
  if (around.slots === undefined) report(['intent'], `no flow declares the intent ${plan.intent}`);

  const outputs = new Map<string, JsonObject>();

  /** Resolves one call's tool and checks its whole input. Returns the tool when there is one. */
  const checkCall = (
    path: readonly (string | number)[],
    call: { readonly tool: string; readonly version: string; readonly input: JsonObject },
    visible: ReadonlyMap<string, JsonObject>,
    ownInput?: JsonObject,
  ): ToolShape | undefined => {
    const tool = around.resolveTool(call.tool, call.version);
    if (tool === undefined) {
      const known = around.toolNames.includes(call.tool);
      report(
        [...path, known ? 'version' : 'tool'],
        known
          ? `no contract of ${call.tool} satisfies ${call.version}`
          : `no contract is named ${call.tool}; there are ${around.toolNames.join(', ')}`,
      );
      return undefined;
    }
    if (!tool.callable)
      report([...path, 'tool'], `${tool.name}@${tool.version} has no binding, so it cannot be called`);
    const inputPath = [...path, 'input'];
    for (const missing of missingMembers(tool.inputSchema, call.input)) {
      report(inputPath, `${tool.name}@${tool.version} requires ${missing}`);
    }
    for (const [key] of Object.entries(call.input)) {
      if (schemaAt(tool.inputSchema, formatPointer([key])) === 'absent') {
        report([...inputPath, key], `${tool.name}@${tool.version} takes no ${key}`);
      }
    }
    for (const found of findReferences(call.input)) {
      const target = schemaAt(tool.inputSchema, formatPointer(found.path));
      const problem = checkReference(found.reference, { around, outputs: visible, ownInput, target });
      if (problem !== null) report([...inputPath, ...found.path], problem);
    }
    return tool;
  };

  if (plan.preview !== undefined) {
    const tool = checkCall(['preview'], plan.preview, new Map());
    if (tool !== undefined && tool.effects !== 'read') {
      report(['preview', 'tool'], `a preview runs unconfirmed, and ${tool.name} is no read`);
    }
    for (const [index, { when, response }] of plan.preview.refuse.entries()) {
      checkPointer(tool, when.pointer, ['preview', 'refuse', index, 'when', 'pointer'], report);
      checkResponse(response, ['preview', 'refuse', index, 'response'], around, report);
    }
    for (const [index, { response }] of plan.preview.failed.entries()) {
      checkResponse(response, ['preview', 'failed', index, 'response'], around, report);
    }
  }

  for (const [index, step] of plan.steps.entries()) {
    const path = ['steps', index];
    if (outputs.has(step.id)) report([...path, 'id'], `the step id ${step.id} is used twice`);
    const tool = checkCall(path, step, outputs);
    const withOwn = new Map(outputs);
    const ownOutput = tool?.outputSchema ?? {};
    withOwn.set(step.id, ownOutput).set('self', ownOutput);
    if (step.verify !== undefined) {
      const verify = checkCall([...path, 'verify'], step.verify, outputs, step.input);
      if (verify !== undefined && verify.effects !== 'read') {
        report([...path, 'verify', 'tool'], `a verification asks only, and ${verify.name} is no read`);
      }
      checkPointer(
        verify,
        step.verify.done_when.pointer,
        [...path, 'verify', 'done_when', 'pointer'],
        report,
      );
      checkPointer(
        verify,
        step.verify.failed_when.pointer,
        [...path, 'verify', 'failed_when', 'pointer'],
        report,
      );
    }
    if (step.compensation !== undefined) {
      checkCall([...path, 'compensation'], step.compensation, withOwn, step.input);
      const { amount, input } = step.compensation;
      if (amount !== undefined && readPointer(input, amount) === undefined) {
        report(
          [...path, 'compensation', 'amount'],
          `the input of this compensation has nothing at ${amount}`,
        );
      }
    }
    outputs.set(step.id, ownOutput);
  }

  if (plan.promise !== undefined) {
    checkResponse(plan.promise.response, ['promise', 'response'], around, report);
  }
  for (const key of ['succeeded', 'pending', 'needs_attention', 'cancelled'] as const) {
    checkResponse(plan.outcomes[key], ['outcomes', key], around, report);
  }
  for (const [index, row] of plan.outcomes.failed.entries()) {
    const path = ['outcomes', 'failed', index];
    checkResponse(row.response, [...path, 'response'], around, report);
    if (row.step !== undefined && !outputs.has(row.step)) {
      report([...path, 'step'], `the plan has no step ${row.step}`);
    }
  }
  return issues;
}

function missingMembers(schema: JsonObject, input: JsonObject): string[] {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return required.filter((name) => !Object.hasOwn(input, name));
}

type Report = (path: readonly (string | number)[], message: string) => void;

function checkPointer(
  tool: ToolShape | undefined,
  pointer: string,
  path: readonly (string | number)[],
  report: Report,
): void {
  if (tool !== undefined && schemaAt(tool.outputSchema, pointer) === 'absent') {
    report(path, `the output of ${tool.name}@${tool.version} has nothing at ${pointer}`);
  }
}

function checkResponse(
  key: string,
  path: readonly (string | number)[],
  around: PlanSurroundings,
  report: Report,
): void {
  if (!around.responseKeys.has(key)) report(path, `no response is named ${key}`);
}
