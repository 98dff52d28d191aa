import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The agent folders inside `parent`: those that hold an `agent.yaml`, by name. */
export async function listAgentFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  const folders: string[] = [];
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const folder = resolve(parent, entry.name);
    if (entry.isDirectory() && (await exists(join(folder, 'agent.yaml')))) folders.push(folder);
  }
  return folders;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
