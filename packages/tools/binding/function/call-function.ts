import { asHermesError, type Logger } from '@hermes-agent/core';
import type { ArtifactOwner, ArtifactStore } from '../../artifact/store.ts';
import type { SandboxUse, ToolCall } from '../../call/call.ts';
import { secretName } from '../../contract/compile-contract.ts';
import type { Contract } from '../../contract/contract.ts';
import type { FunctionBinding } from '../../contract/document.ts';
import type { SandboxPool } from '../../sandbox/pool.ts';
import type { GuestHost, SandboxResult } from '../../sandbox/port.ts';
import { clip } from '../../schema/clip.ts';
import type { SecretSource } from '../../secret/source.ts';
import { aborted, type BindingFailure, type BindingOutcome, effectOnceSent } from '../outcome.ts';
import { readSecret } from '../secret.ts';
import { untilAborted } from '../until-aborted.ts';
import type { FunctionProgram } from './program.ts';
import { toolError } from './tool-error.ts';

export interface FunctionWorld {
  /** The program of a contract, made once. */
  readonly programOf: (contract: Contract) => Promise<FunctionProgram>;
  readonly pool: SandboxPool;
  readonly servers: Readonly<Record<string, string>>;
  readonly secrets: SecretSource;
  readonly artifacts: ArtifactStore | null;
  readonly logger: Logger;
}

/** Runs a function tool on a valid input in an instance of its own. Never throws. */
export async function callFunction(
  contract: Contract,
  binding: FunctionBinding,
  call: ToolCall,
  world: FunctionWorld,
  signal: AbortSignal,
  graceMs: number,
): Promise<BindingOutcome> {
  const given = await collectConfiguration(binding, world, signal);
  if ('code' in given) return given;
  try {
    const { program, assets, files } = await untilAborted(world.programOf(contract), signal);
    const { instance, release } = await world.pool.acquire(program, signal);
    try {
      const hide = hiding(Object.values(given.secrets));
      const result = await instance.run(
        {
          input: call.input,
          requestId: call.requestId,
          idempotencyKey: call.idempotencyKey,
          assets,
          files,
          servers: given.servers,
          secrets: given.secrets,
        },
        hostOf(contract, call, world, hide),
        signal,
        graceMs,
      );
      const sandbox: SandboxUse = { provider: world.pool.provider.id, reused: false, ...result.usage };
      return { ...outcomeOf(contract, result, hide, signal), sandbox };
    } finally {
      release();
    }
  } catch (thrown) {
    // Nothing has run yet: `run` itself never rejects.
    if (signal.aborted) return aborted(signal, 'none');
    const { code, message, retryable, details } = asHermesError(thrown, 'tools');
    world.logger.error('A tool could not be started', {
      request_id: call.requestId,
      tool: contract.id,
      error: message,
      ...details,
    });
    return { ok: false, code, message, retryable, effect: 'none' };
  }
}

async function collectConfiguration(
  binding: FunctionBinding,
  world: FunctionWorld,
  signal: AbortSignal,
): Promise<{ servers: Record<string, string>; secrets: Record<string, string> } | BindingFailure> {
  const servers: Record<string, string> = {};
  for (const name of binding.servers ?? []) {
    const address = Object.hasOwn(world.servers, name) ? world.servers[name] : undefined;
    if (address === undefined) return notStarted('NOT_CONFIGURED', `The server ${name} has no address`);
    servers[name] = address;
  }
  const secrets: Record<string, string> = {};
  for (const name of (binding.secrets ?? []).map(secretName)) {
    const value = await readSecret(world.secrets, name, signal);
    if (typeof value !== 'string') return value;
    secrets[name] = value;
  }
  return { servers, secrets };
}

function hostOf(
  contract: Contract,
  call: ToolCall,
  world: FunctionWorld,
  hide: (text: string) => string,
): GuestHost {
  const owner: ArtifactOwner = { tenant: call.tenant, subject: call.subject };
  const logger = world.logger.with({ request_id: call.requestId, tool: contract.id });
  const artifacts = (): ArtifactStore => {
    if (world.artifacts === null) throw new Error('No place for artifacts is configured');
    return world.artifacts;
  };
  return {
    getTask: async (key) => call.task?.get(key),
    setTask: async (key, value) => call.task?.set(key, value),
    writeArtifact: (content, name, mediaType) => artifacts().put(content, { name, mediaType, owner }),
    readArtifact: (ref) => artifacts().get(ref, owner),
    log: (line) => logger.info('tool', { line: clip(hide(line), 2000) }),
  };
}

function outcomeOf(
  contract: Contract,
  result: SandboxResult,
  hide: (text: string) => string,
  signal: AbortSignal,
): BindingOutcome {
  const effect = effectOnceSent(contract);
  switch (result.outcome) {
    case 'ok':
      return { ok: true, value: result.output, sandbox: null };
    case 'tool_error':
      return toolError(contract, { ...result, message: clip(hide(result.message), 500) });
    case 'timeout':
      return aborted(signal, effect);
    case 'oom':
      return { ok: false, code: 'SANDBOX_OOM', message: result.reason, effect };
    case 'output_limit':
      return { ok: false, code: 'SANDBOX_OUTPUT_LIMIT', message: result.reason, effect };
    case 'protocol':
      return { ok: false, code: 'SANDBOX_PROTOCOL', message: result.reason, effect };
    case 'crash':
      // Most libraries answer an abort by throwing: that is no fault of the tool.
      if (signal.aborted) return aborted(signal, effect);
      return { ok: false, code: 'TOOL_CRASHED', message: result.reason, effect };
  }
}

/** Takes secrets out of what a tool has written. */
const hiding =
  (secrets: readonly string[]) =>
  (text: string): string =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text);

const notStarted = (code: string, message: string): BindingFailure => ({
  ok: false,
  code,
  message,
  effect: 'none',
});
