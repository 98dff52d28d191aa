import { HermesError } from '@hermes-agent/core';
import semver from 'semver';
import type { Contract } from './contract.ts';

/** The contracts there are: several versions of a tool side by side. */
export interface Catalogue {
  readonly contracts: readonly Contract[];
  /** The highest version that a semver range allows. */
  resolve(name: string, range: string): Contract | undefined;
  exact(name: string, version: string): Contract | undefined;
}

/** Throws `CONTRACT_INVALID` when a version is there twice. */
export function createCatalogue(contracts: readonly Contract[]): Catalogue {
  const versions = new Map<string, Map<string, Contract>>();
  for (const contract of contracts) {
    const known = versions.get(contract.name) ?? new Map<string, Contract>();
    if (known.has(contract.version)) {
      throw new HermesError('CONTRACT_INVALID', `${contract.name} ${contract.version} is there twice`, {
        layer: 'tools',
        where: contract.file,
      });
    }
    versions.set(contract.name, known.set(contract.version, contract));
  }
  const exact = (name: string, version: string): Contract | undefined => versions.get(name)?.get(version);
  return {
    contracts,
    exact,
    resolve(name, range) {
      const highest = semver.maxSatisfying([...(versions.get(name)?.keys() ?? [])], range);
      return highest === null ? undefined : exact(name, highest);
    },
  };
}
