import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HermesError } from '@hermes-agent/core';
import type { Contract } from '../../contract/contract.ts';
import type { FunctionBinding } from '../../contract/document.ts';
import type { Program } from '../../sandbox/port.ts';
import { bundleFunction } from './bundle.ts';

/** A function tool ready to run, with the absolute paths of what it may read, by their names. */
export interface FunctionProgram {
  readonly program: Program;
  readonly assets: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Bundles the entry and finds the assets and configured files.
 *
 * Throws `CONTRACT_INVALID` for an entry or asset that is not there, `NOT_CONFIGURED` for a setting without a file.
 */
export async function loadProgram(
  contract: Contract,
  binding: FunctionBinding,
  settings: Readonly<Record<string, string>>,
  cacheFolder: string,
): Promise<FunctionProgram> {
  const entry = join(contract.folder, binding.entry);
  const bundle = await realpath(await bundleFunction(entry, cacheFolder));
  const assets: Record<string, string> = {};
  for (const [name, source] of Object.entries(binding.assets ?? {})) {
    assets[name] = await findAsset(source, dirname(entry), contract);
  }
  const files: Record<string, string> = {};
  for (const { setting } of binding.files ?? [])
    files[setting] = await findSetting(setting, settings, contract);
  return {
    program: {
      id: contract.id,
      bundle,
      readable: [...Object.values(assets), ...Object.values(files)],
      limits: contract.limits,
    },
    assets,
    files,
  };
}

/** `assets/x` beside the entry, or `npm:<package>/<path>` in the nearest `node_modules` that has it. */
async function findAsset(source: string, folder: string, contract: Contract): Promise<string> {
  const candidates = source.startsWith('npm:')
    ? ancestors(folder).map((ancestor) => join(ancestor, 'node_modules', source.slice('npm:'.length)))
    : [join(folder, source)];
  for (const candidate of candidates) {
    const file = await realFile(candidate);
    if (file !== null) return file;
  }
  throw new HermesError('CONTRACT_INVALID', `The asset ${source} of ${contract.name} is missing`, {
    layer: 'tools',
    where: contract.file,
    hint: source.startsWith('npm:') ? 'Install the package.' : 'Assets lie beside the entry.',
  });
}

async function findSetting(
  setting: string,
  settings: Readonly<Record<string, string>>,
  contract: Contract,
): Promise<string> {
  const configured = Object.hasOwn(settings, setting) ? settings[setting]! : undefined;
  const file = configured === undefined ? null : await realFile(configured);
  if (file !== null) return file;
  throw new HermesError('NOT_CONFIGURED', `${contract.name} needs a file for the setting ${setting}`, {
    layer: 'tools',
    hint: configured === undefined ? 'Set it in the configuration.' : `There is no file at ${configured}.`,
  });
}

async function realFile(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isFile() ? await realpath(path) : null;
  } catch {
    return null;
  }
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}
