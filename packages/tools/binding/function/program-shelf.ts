import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HermesError } from '@hermes-agent/core';
import type { Contract } from '../../contract/contract.ts';
import { type FunctionProgram, loadProgram } from './program.ts';

/** The programs of function contracts, each made when first wanted and once. */
export interface ProgramShelf {
  /** Throws as `loadProgram`; what failed is tried again the next time. */
  readonly get: (contract: Contract) => Promise<FunctionProgram>;
  close(): Promise<void>;
}

export function createProgramShelf(
  settings: Readonly<Record<string, string>>,
  cacheFolder: string | undefined,
): ProgramShelf {
  const programs = new Map<string, Promise<FunctionProgram>>();
  /** Without a folder to keep bundles in, one that nobody else can write to, for as long as this lives. */
  let ownFolder: Promise<string> | null = null;
  const folder = (): Promise<string> => {
    if (cacheFolder !== undefined) return Promise.resolve(cacheFolder);
    ownFolder ??= mkdtemp(join(tmpdir(), 'hermes-tools-'));
    return ownFolder;
  };
  const load = async (contract: Contract): Promise<FunctionProgram> => {
    if (contract.binding?.kind !== 'function') {
      throw new HermesError('INVALID_ARGUMENT', `${contract.name} has no function binding`, {
        layer: 'tools',
      });
    }
    return loadProgram(contract, contract.binding.function, settings, await folder());
  };
  return {
    get(contract) {
      const known = programs.get(contract.id);
      if (known !== undefined) return known;
      const program = load(contract);
      programs.set(contract.id, program);
      program.catch(() => programs.delete(contract.id));
      return program;
    },
    async close() {
      if (ownFolder !== null) await rm(await ownFolder, { recursive: true, force: true });
    },
  };
}
