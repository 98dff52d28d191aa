import type { PlannedStep, ToolReference } from '@hermes-agent/bus';
import { digestJson, HermesError, isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import type { PlanDocument, PlanRetry, PlanStep } from './plan-document.ts';
import { type ReferenceScope, resolveReferences } from './reference.ts';
import type { ResolveTool, ToolShape } from './tool-shape.ts';

/** A plan whose inputs are filled in and whose tools are pinned: what a user confirms, and what then runs. */
export interface CompiledPlan {
  readonly intent: string;
  /** SHA-256 over tools, versions, hashes and arguments; any change gives another. */
  readonly digest: string;
  readonly preview: PlannedStep | null;
  readonly steps: readonly PlannedStep[];
}

const DEFAULT_RETRY: PlanRetry = {
  max_attempts: 3,
  initial_ms: 1_000,
  multiplier: 2,
  max_ms: 4_000,
  jitter: 0.2,
};

/**
 * Fills in a checked plan. Throws `TOOL_UNKNOWN` when a tool is gone since the check.
 */
export function compilePlan(
  plan: PlanDocument,
  scope: ReferenceScope,
  resolveTool: ResolveTool,
): CompiledPlan {
  const pin = (tool: string, range: string): ToolShape => {
    const shape = resolveTool(tool, range);
    if (shape !== undefined) return shape;
    throw new HermesError('TOOL_UNKNOWN', `No contract of ${tool} satisfies ${range}`, { layer: 'runtime' });
  };
  const call = (
    from: {
      readonly tool: string;
      readonly version: string;
      readonly input: JsonObject;
      readonly timeout_ms: number;
    },
    stepId: string,
    stepInput?: JsonValue,
  ) => {
    const shape = pin(from.tool, from.version);
    const { name, version, hash, effects, idempotent, attemptLimitMs } = shape;
    const alternatives = standIns(shape, from.input);
    return {
      tool: name,
      version,
      hash,
      input: resolveReferences(from.input, scope, stepId, stepInput) as JsonObject,
      timeoutMs: from.timeout_ms,
      ...(attemptLimitMs === null ? {} : { attemptLimitMs }),
      ...(alternatives.length === 0 ? {} : { alternatives }),
      effects,
      idempotent,
    };
  };

  const step = (from: PlanStep): PlannedStep => {
    const main = call(from, from.id);
    return {
      id: from.id,
      ...main,
      retryPolicy: retryPolicy(from.retry),
      ...(from.verify === undefined
        ? {}
        : {
            verify: {
              ...withoutEffects(call(from.verify, from.id, main.input)),
              doneWhen: from.verify.done_when,
              failedWhen: from.verify.failed_when,
              afterMs: from.verify.after_ms,
              ...(from.verify.output === undefined ? {} : { output: from.verify.output as JsonObject }),
            },
          }),
      ...(from.compensation === undefined
        ? {}
        : {
            compensation: {
              ...call(from.compensation, from.id, main.input),
              retryPolicy: retryPolicy(from.compensation.retry),
              safeIfAbsent: from.compensation.safe_if_absent,
            },
          }),
    } as PlannedStep;
  };

  const steps = plan.steps.map(step);
  const preview =
    plan.preview === undefined
      ? null
      : ({ id: 'preview', ...call(plan.preview, 'preview'), retryPolicy: retryPolicy() } as PlannedStep);
  return {
    intent: plan.intent,
    digest: digestJson({ intent: plan.intent, steps } as unknown as JsonValue),
    preview,
    steps,
  };
}

/** Other versions that take this very input: what runs when the bus has to leave the pinned one. */
const standIns = ({ alternatives }: ToolShape, input: JsonObject): ToolReference[] =>
  alternatives
    .filter(({ inputSchema }) => takes(inputSchema, input))
    .map(({ name: tool, version, hash }) => ({ tool, version, hash }));

const takes = ({ required, properties }: JsonObject, input: JsonObject): boolean =>
  (Array.isArray(required) ? required : []).every((name) => Object.hasOwn(input, String(name))) &&
  Object.keys(input).every((name) => isJsonObject(properties) && Object.hasOwn(properties, name));

function retryPolicy(retry: PlanRetry = DEFAULT_RETRY): PlannedStep['retryPolicy'] {
  return {
    maxAttempts: retry.max_attempts,
    initialMs: retry.initial_ms,
    multiplier: retry.multiplier,
    maxMs: retry.max_ms,
    jitter: retry.jitter,
  };
}

function withoutEffects<T extends { effects: unknown; idempotent: unknown }>({
  effects: _effects,
  idempotent: _idempotent,
  ...rest
}: T): Omit<T, 'effects' | 'idempotent'> {
  return rest;
}
