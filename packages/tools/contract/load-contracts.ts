import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HermesError, parseYaml, readYaml } from '@hermes-agent/core';
import { checkDocument } from './check-document.ts';
import { compileContract } from './compile-contract.ts';
import type { Contract } from './contract.ts';
import { contractDocument } from './document.ts';

const checkedDocument = contractDocument.superRefine((document, context) => {
  for (const { path, message } of checkDocument(document)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

/**
 * Every contract of an agent: `<agentFolder>/contracts/*.yaml`, in the order of their names. Versions of one tool
 * may stand side by side. An agent without that folder has none.
 *
 * Throws `DOCUMENT_INVALID` with `file:line:column`; `CONTRACT_INVALID` for one version twice or a missing entry.
 */
export async function loadContracts(agentFolder: string): Promise<Contract[]> {
  const agent = resolve(agentFolder);
  const folder = join(agent, 'contracts');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const contracts: Contract[] = [];
  for (const name of names.filter((candidate) => /\.ya?ml$/.test(candidate)).sort()) {
    const file = join(folder, name);
    const contract = compileContract(await readYaml(file, checkedDocument, 'tools'), agent, file);
    refuseTwin(contract, contracts);
    await refuseMissingEntry(contract);
    contracts.push(contract);
  }
  return contracts;
}

/** One contract from text at hand; `agentFolder` is what its binding's paths are relative to. */
export function parseContract(text: string, file: string, agentFolder = '.'): Contract {
  return compileContract(parseYaml(text, file, checkedDocument, 'tools'), resolve(agentFolder), file);
}

function refuseTwin(contract: Contract, others: readonly Contract[]): void {
  const twin = others.find(({ name, version }) => name === contract.name && version === contract.version);
  if (twin === undefined) return;
  throw new HermesError('CONTRACT_INVALID', `${contract.name} ${contract.version} is in two files`, {
    layer: 'tools',
    where: contract.file,
    hint: `Give one of them another version; the other is ${twin.file}.`,
  });
}

async function refuseMissingEntry({ binding, folder, file, name }: Contract): Promise<void> {
  if (binding?.kind !== 'function') return;
  const entry = join(folder, binding.function.entry);
  const found = await stat(entry).catch(() => null);
  if (found?.isFile() === true) return;
  throw new HermesError('CONTRACT_INVALID', `The entry of ${name} is missing: ${entry}`, {
    layer: 'tools',
    where: file,
    hint: "The entry is relative to the agent's folder.",
  });
}
