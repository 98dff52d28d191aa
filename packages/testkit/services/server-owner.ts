import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who runs a private server and owns its folder. */
export interface ServerOwner {
  readonly user: number;
  readonly group: number;
}

/** The system's user of that name when this process is root, which such servers refuse to be; null otherwise. */
export async function ownerNamed(name: string): Promise<ServerOwner | null> {
  if (process.getuid?.() !== 0) return null;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const [, , user, group] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  if (user === undefined || group === undefined) throw new Error(`This system has no user named ${name}`);
  return { user: Number(user), group: Number(group) };
}

/** The words before a command that have it run as `owner`. */
export const asOwner = (owner: ServerOwner | null): readonly string[] =>
  owner === null
    ? []
    : ['setpriv', `--reuid=${owner.user}`, `--regid=${owner.group}`, '--clear-groups', '--'];

/** A new folder under the system's temporary one. */
export async function ownedFolder(name: string, owner: ServerOwner | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `hermes-${name}-`));
  if (owner !== null) await chown(folder, owner.user, owner.group);
  return folder;
}
