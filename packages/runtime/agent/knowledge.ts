import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnowledgeDocument } from '@hermes-agent/memory';

/** The markdown files of `knowledge/`, each a document named by its file. */
export async function readKnowledge(agentFolder: string): Promise<KnowledgeDocument[]> {
  const folder = join(agentFolder, 'knowledge');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map(async (name) => ({ id: name, text: await readFile(join(folder, name), 'utf8') })),
  );
}
