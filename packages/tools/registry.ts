import {
  asHermesError,
  type Clock,
  type JsonValue,
  type Logger,
  type SpanScope,
  silentLogger,
  silentTracer,
  systemClock,
  type Tracer,
} from '@hermes-agent/core';
import { Agent } from 'undici';
import type { ArtifactStore } from './artifact/store.ts';
import { callFunction } from './binding/function/call-function.ts';
import { createProgramShelf } from './binding/function/program-shelf.ts';
import { callHttp } from './binding/http/call-http.ts';
import { type BindingOutcome, effectOnceSent } from './binding/outcome.ts';
import type { SandboxUse, ToolCall, ToolOutcome } from './call/call.ts';
import { createGate } from './call/gate.ts';
import { limitCall } from './call/limit.ts';
import { type Failure, normaliseFailure, normaliseViolations } from './call/normalise.ts';
import { createCatalogue } from './contract/catalogue.ts';
import type { Binding, Contract } from './contract/contract.ts';
import { createMemoryDrift } from './drift/memory-drift.ts';
import type { DriftStore } from './drift/store.ts';
import { createPool } from './sandbox/pool.ts';
import type { SandboxProvider } from './sandbox/port.ts';
import { createProcessProvider } from './sandbox/process/provider.ts';
import { createSecretSource, type SecretSource } from './secret/source.ts';

export interface RegistryOptions {
  readonly contracts: readonly Contract[];
  /** Name of a server → its base address. */
  readonly servers?: Readonly<Record<string, string>>;
  /** Name of a setting → the path of a configured file. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly secrets?: SecretSource;
  /** Where files between steps are kept; without it, tools cannot write any. */
  readonly artifacts?: ArtifactStore;
  /** What function tools run in; a child process per call by default. */
  readonly sandbox?: SandboxProvider;
  /** Instances kept loaded: for each tool, in all; and calls running code at once. */
  readonly pool?: {
    readonly warmPerTool?: number;
    readonly mostWarm?: number;
    readonly mostRunning?: number;
  };
  /** Where bundled tools are kept between starts; this user's alone. A folder of this registry's own by default. */
  readonly cacheFolder?: string;
  readonly drift?: DriftStore;
  readonly clock?: Clock;
  readonly tracer?: Tracer;
  readonly logger?: Logger;
}

export interface ToolRegistry {
  readonly contracts: readonly Contract[];
  readonly drift: DriftStore;
  /** The highest version of a tool that a semver range allows. */
  resolve(name: string, range: string): Contract | undefined;
  /** Whether exactly this contract is here: name, version and hash. */
  holds(tool: string, version: string, hash: string): boolean;
  /**
   * One attempt: input checked, binding run, output checked, outcome normalised. Never throws; everything of it has
   * ended within `call.timeoutMs`. Nothing leaves when the input breaks the contract.
   */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
  /**
   * Bundles the function tools and loads instances ahead of their first calls. Worth starting once the rest is up.
   *
   * Throws `CONTRACT_INVALID` for a tool that cannot be bundled, `NOT_CONFIGURED` for a setting without its file.
   */
  warm(): Promise<void>;
  /** Ends loaded instances and closes connections; once is enough. Calls still running are ended by their own signals. */
  close(): Promise<void>;
}

/** The tools of an agent, callable. Throws `CONTRACT_INVALID` when a version is there twice. */
export function createRegistry(options: RegistryOptions): ToolRegistry {
  const { servers = {}, settings = {}, pool: sizes = {}, artifacts = null } = options;
  const { clock = systemClock, tracer = silentTracer, logger = silentLogger } = options;
  const catalogue = createCatalogue(options.contracts);
  const secrets = options.secrets ?? createSecretSource({});
  const drift = options.drift ?? createMemoryDrift(clock);
  const gate = createGate(tracer, drift);
  const dispatcher = new Agent({
    connections: 64,
    connect: { timeout: 5000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const programs = createProgramShelf(settings, options.cacheFolder);
  const pool = createPool({
    provider: options.sandbox ?? createProcessProvider({ clock }),
    warmPerProgram: sizes.warmPerTool ?? 1,
    mostWarm: sizes.mostWarm ?? 8,
    mostRunning: sizes.mostRunning ?? 8,
  });

  let closing: Promise<void> | null = null;

  const dispatch = (
    contract: Contract,
    binding: Binding,
    call: ToolCall,
    signal: AbortSignal,
    graceMs: number,
  ): Promise<BindingOutcome> =>
    binding.kind === 'http'
      ? callHttp(contract, binding.http, call, { dispatcher, servers, secrets, clock }, signal)
      : callFunction(
          contract,
          binding.function,
          call,
          { programOf: programs.get, pool, servers, secrets, artifacts, logger },
          signal,
          graceMs,
        );

  const attempt = async (
    contract: Contract,
    call: ToolCall,
    scope: SpanScope,
    outer: AbortSignal,
  ): Promise<Attempt> => {
    const input = gate.input(contract, call.input, scope);
    if (!input.ok) return { failure: normaliseViolations(contract, 'input', input.violations) };
    const { binding } = contract;
    if (binding === null) {
      return {
        failure: refusal('NOT_CONFIGURED', `${contract.name} has no binding: it can be tested, not called`),
      };
    }
    const limit = limitCall(
      clock,
      Math.min(call.timeoutMs, contract.limits.timeoutMs),
      binding.kind === 'function',
      outer,
    );
    const outcome = await dispatch(
      contract,
      binding,
      { ...call, ...(scope.traceparent === undefined ? {} : { traceparent: scope.traceparent }) },
      limit.signal,
      limit.graceMs,
    ).finally(limit.cancel);
    const sandbox = outcome.sandbox ?? null;
    if (!outcome.ok) {
      if (outcome.code === 'CONTRACT_VIOLATION' && outcome.violation !== undefined) {
        gate.breach(contract, outcome.violation, scope);
      }
      return { failure: normaliseFailure(contract, outcome), sandbox };
    }
    const output = gate.output(contract, outcome.value, scope);
    if (output.ok) return { output: output.value, sandbox };
    const failure = normaliseViolations(contract, 'output', output.violations);
    return call.lenient === true
      ? { output: outcome.value as JsonValue, violation: failure.message, sandbox }
      : { failure, sandbox };
  };

  return {
    contracts: catalogue.contracts,
    drift,
    resolve: catalogue.resolve,
    holds: (tool, version, hash) => catalogue.exact(tool, version)?.hash === hash,
    async call(call, signal) {
      const startedAt = clock.monotonic();
      const contract = catalogue.exact(call.tool, call.version);
      const span = tracer.start('tools', 'TOOL_CALL', scopeOf(call), {
        step: call.requestId,
        contract: contract?.id ?? `${call.tool}@${call.version}`,
        binding: contract?.binding?.kind ?? null,
        attempt: call.attempt,
      });
      const result: Attempt =
        contract === undefined
          ? { failure: refusal('TOOL_UNKNOWN', `There is no ${call.tool} ${call.version}`) }
          : await attempt(contract, call, { ...scopeOf(call), traceparent: span.traceparent }, signal).catch(
              (thrown: unknown) => {
                logger.error('A tool call failed inside', {
                  request_id: call.requestId,
                  tool: contract.id,
                  error: asHermesError(thrown, 'tools').stack,
                });
                return {
                  failure: {
                    ...refusal('INTERNAL', 'The tool layer failed'),
                    effect: effectOnceSent(contract),
                  },
                };
              },
            );
      if (result.sandbox != null) span.set(attributesOf(result.sandbox));
      const broken = result.failure === undefined && result.violation !== undefined;
      span.end(result.failure?.code ?? (broken ? 'CONTRACT_VIOLATION' : 'OK'));
      const executionTimeMs = Math.round(clock.monotonic() - startedAt);
      return result.failure === undefined
        ? {
            ok: true,
            output: result.output,
            executionTimeMs,
            sandbox: result.sandbox,
            ...(result.violation === undefined ? {} : { violation: result.violation }),
          }
        : { ...result.failure, executionTimeMs };
    },
    async warm() {
      const functions = catalogue.contracts.filter(({ binding }) => binding?.kind === 'function');
      const loaded = [];
      for (const contract of functions) loaded.push((await programs.get(contract)).program);
      await pool.fill(loaded);
    },
    close() {
      closing ??= Promise.all([pool.close(), dispatcher.close()]).then(programs.close);
      return closing;
    },
  };
}

type Attempt =
  | { readonly failure: Failure; readonly sandbox?: SandboxUse | null }
  | {
      readonly failure?: undefined;
      readonly output: JsonValue;
      readonly violation?: string;
      readonly sandbox: SandboxUse | null;
    };

const refusal = (code: string, message: string): Failure => ({
  ok: false,
  code,
  message,
  retryable: false,
  effect: 'none',
});

/** Spans belong to the request, of which the call is a step: `<request_id>/1`. */
const scopeOf = ({ requestId, sessionId, traceparent }: ToolCall): SpanScope => ({
  requestId: requestId.split('/', 1)[0]!,
  sessionId,
  ...(traceparent === undefined ? {} : { traceparent }),
});

const attributesOf = ({ provider, reused, cpuMs, peakMemoryBytes }: SandboxUse) => ({
  sandbox: provider,
  sandbox_reused: reused,
  ...(cpuMs === undefined ? {} : { cpu_ms: cpuMs }),
  ...(peakMemoryBytes === undefined ? {} : { peak_memory_bytes: peakMemoryBytes }),
});
