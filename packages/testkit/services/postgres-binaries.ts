import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian.ts';

/** Where packages put each major version's programs; Debian keeps them off the PATH. */
const VERSIONED = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const OLDEST = 15;

/** The folder that holds `initdb` and `postgres`, newest version first; null when they are not installed. */
export function findPostgresBinaries(): string | null {
  const candidates = VERSIONED.flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .map((name) => ({ name, version: Number(/^(?:postgresql@)?(\d+)$/.exec(name)?.[1] ?? 0) }))
      .filter(({ version }) => version >= OLDEST)
      .sort((left, right) => right.version - left.version)
      .map(({ name }) => join(folder, name, 'bin')),
  );
  const onPath = (process.env.PATH ?? '').split(delimiter);
  return [...candidates, ...onPath].find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** As `findPostgresBinaries`, after installing them where that is possible. */
export function ensurePostgresBinaries(): string | null {
  const found = findPostgresBinaries();
  if (found !== null) return found;
  return installDebianPackages(['postgresql']) ? findPostgresBinaries() : null;
}
