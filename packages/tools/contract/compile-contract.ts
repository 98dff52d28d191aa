import { digestJson, type JsonObject } from '@hermes-agent/core';
import { isSafe } from '../binding/http/check-binding.ts';
import { INPUT_BOUNDS, OUTPUT_BOUNDS } from '../schema/bounds.ts';
import { closeObjects } from '../schema/close.ts';
import { maskSensitive, replaceSensitive } from '../schema/mask.ts';
import { shapeOf } from '../schema/shape.ts';
import { compileOutput, compileSchema } from '../schema/validator.ts';
import type { Binding, Contract, ContractAuth, Effects, Limits } from './contract.ts';
import type { ContractDocument } from './document.ts';

const DEFAULT_LIMITS: Limits = {
  timeoutMs: 600_000,
  memoryBytes: 128 * 1024 * 1024,
  cpuMillis: 100,
  outputBytes: 1024 * 1024,
};

/** A checked document as a contract. `folder` is the agent's, `file` the contract's own. */
export function compileContract(document: ContractDocument, folder: string, file: string): Contract {
  const hash = digestJson(document as unknown as JsonObject);
  const inputSchema = closeObjects(document.input_schema);
  const outputSchema = document.output_schema;
  const shapes = { input: shapeOf(inputSchema), output: shapeOf(outputSchema) };
  const binding = bindingOf(document);
  return Object.freeze({
    name: document.name,
    version: document.version,
    description: document.description,
    hash,
    id: `${document.name}@${document.version}#${hash}`,
    inputSchema,
    outputSchema,
    errorCodes: (document.error_codes ?? []).map(({ code, description, retryable }) => ({
      code,
      description,
      retryable: retryable ?? false,
    })),
    binding,
    effects: document.effects ?? effectsOf(binding),
    idempotencyHeader:
      document.idempotency !== undefined && 'header' in document.idempotency
        ? document.idempotency.header
        : null,
    idempotent: document.idempotency !== undefined,
    auth: authOf(document),
    egress: document.egress ?? [],
    errors: document.errors ?? [],
    compensation: compensationOf(document),
    verify: verificationOf(document),
    limits: limitsOf(document),
    folder,
    file,
    checkInput: compileSchema(inputSchema, INPUT_BOUNDS),
    checkOutput: compileOutput(outputSchema, OUTPUT_BOUNDS),
    mask: (side, value) => maskSensitive(value, shapes[side]),
    replaceSensitive: (side, value, replace) => replaceSensitive(value, shapes[side], replace),
  } satisfies Contract);
}

function bindingOf({ binding }: ContractDocument): Binding | null {
  if (binding?.http !== undefined) return { kind: 'http', http: binding.http };
  if (binding?.function !== undefined) return { kind: 'function', function: binding.function };
  return null;
}

/** What a contract that does not say may do: whatever is not plainly a read may change the world. */
function effectsOf(binding: Binding | null): Effects {
  return binding?.kind === 'http' && isSafe(binding.http.method) ? 'read' : 'write';
}

function authOf({ auth }: ContractDocument): ContractAuth | null {
  if (auth === undefined) return null;
  const secret = secretName(auth.secret_ref);
  return auth.scheme === 'bearer'
    ? { scheme: 'bearer', secret }
    : { scheme: 'header', name: auth.name, secret };
}

/** `secret://order_centre/token` → `order_centre/token`. */
export const secretName = (reference: string): string => reference.slice('secret://'.length);

function compensationOf({ compensation }: ContractDocument): Contract['compensation'] {
  if (compensation === undefined) return null;
  const { tool, version, input, safe_if_absent } = compensation;
  return { tool, version, input, safeIfAbsent: safe_if_absent ?? false };
}

function verificationOf({ verify }: ContractDocument): Contract['verify'] {
  if (verify === undefined) return null;
  const { tool, version, input, done_when, failed_when, after_ms } = verify;
  return {
    tool,
    version,
    input,
    doneWhen: done_when,
    failedWhen: failed_when,
    afterMs: after_ms ?? [30_000],
  };
}

function limitsOf({ limits = {} }: ContractDocument): Limits {
  return {
    timeoutMs: limits.timeout_ms ?? DEFAULT_LIMITS.timeoutMs,
    memoryBytes: limits.memory === undefined ? DEFAULT_LIMITS.memoryBytes : bytesOf(limits.memory),
    cpuMillis: limits.cpu === undefined ? DEFAULT_LIMITS.cpuMillis : Number.parseInt(limits.cpu, 10),
    outputBytes: limits.output_bytes ?? DEFAULT_LIMITS.outputBytes,
  };
}

const bytesOf = (memory: string): number =>
  Number.parseInt(memory, 10) * (memory.endsWith('Gi') ? 1024 ** 3 : 1024 ** 2);
