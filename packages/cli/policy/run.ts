import { HermesError, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { nameOf, onStore, type StoreOptions } from '../instance/on-store.ts';
import { createPaint, type Paint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { drawChange, drawFreeze, drawPolicy } from './draw.ts';

export interface SubjectOptions extends StoreOptions {
  readonly tool?: string;
  readonly version?: string;
}

export interface SetOptions extends SubjectOptions {
  readonly severity?: string;
  readonly fallback?: string;
}

/** `hermes policy list`. */
export const listPolicies = (options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ policies }) =>
    show(await policies.list(), drawPolicy, options, terminal),
  );

/** `hermes policy get`. */
export const getPolicy = (error: string, options: SubjectOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ policies }) =>
    show([await policies.get({ error, ...subjectOf(options) })], drawPolicy, options, terminal),
  );

/** `hermes policy set`. */
export const setPolicy = (
  error: string,
  action: string,
  options: SetOptions,
  terminal: Terminal,
): Promise<void> =>
  onStore(options, terminal, async ({ policies }) => {
    const { severity, fallback } = options;
    const rule: JsonObject = {
      ...subjectOf(options),
      error,
      action,
      ...(severity === undefined ? {} : { severity }),
      ...(fallback === undefined ? {} : { fallback: parseJson(fallback) }),
    };
    const by = nameOf(terminal);
    const { before, after } = await policies.set(rule, by);
    if (options.json === true) return writeJson(terminal.stdout, { before, after, by });
    const was = before === null ? '' : ` It was ${before.action}.`;
    writeLine(terminal.stdout, `${error} now leads to ${after.action}.${was}`);
  });

/** `hermes policy unset`. */
export const unsetPolicy = (error: string, options: SubjectOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ policies }) => {
    const by = nameOf(terminal);
    const before = await policies.unset({ error, ...subjectOf(options) }, by);
    if (options.json === true) writeJson(terminal.stdout, { before, after: null, by });
    else writeLine(terminal.stdout, `${error} no longer leads to ${before.action} by an override.`);
  });

/** `hermes policy log`. */
export const logPolicies = (options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ policies }) =>
    show(await policies.changes(), drawChange, options, terminal),
  );

/** `hermes tool frozen`. */
export const listFrozen = (options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ tools }) => show(await tools.frozen(), drawFreeze, options, terminal));

/** `hermes tool freeze`. */
export const freezeTool = (
  tool: string,
  version: string,
  options: StoreOptions & { readonly reason?: string },
  terminal: Terminal,
): Promise<void> =>
  onStore(options, terminal, async ({ tools }) => {
    const changed = await tools.freeze({ tool, version }, nameOf(terminal), options.reason ?? 'by hand');
    tell({ tool, version, frozen: true, changed }, options, terminal);
  });

/** `hermes tool thaw`. */
export const thawTool = (
  tool: string,
  version: string,
  options: StoreOptions,
  terminal: Terminal,
): Promise<void> =>
  onStore(options, terminal, async ({ tools }) => {
    const changed = await tools.thaw({ tool, version }, nameOf(terminal));
    tell({ tool, version, frozen: false, changed }, options, terminal);
  });

function tell(
  state: { tool: string; version: string; frozen: boolean; changed: boolean },
  { json }: StoreOptions,
  { stdout }: Terminal,
): void {
  const { tool, version, frozen, changed } = state;
  const now = `${changed ? 'is now' : 'was already'} ${frozen ? 'frozen' : 'not frozen'}`;
  if (json === true) writeJson(stdout, state);
  else writeLine(stdout, `${tool} ${version} ${now}.`);
}

const subjectOf = ({ tool, version }: SubjectOptions) => ({
  ...(tool === undefined ? {} : { tool }),
  ...(version === undefined ? {} : { version }),
});

function show<T extends object>(
  items: readonly T[],
  draw: (item: T, paint: Paint) => string,
  { json }: StoreOptions,
  { stdout }: Terminal,
): void {
  if (json === true) for (const item of items) writeJson(stdout, item);
  else if (items.length === 0) writeLine(stdout, 'There is none.');
  else for (const item of items) writeLine(stdout, draw(item, createPaint(stdout)));
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new HermesError('INVALID_ARGUMENT', 'The fallback is not JSON', {
      layer: 'cli',
      where: '--fallback',
      hint: 'Write it as in policies.yaml, in JSON: {"tool": "find_return", "version": "^1", "input": {}}',
      cause,
    });
  }
}
