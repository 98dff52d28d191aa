import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';

export interface Import {
  /** Path of the importing file from the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /** The importing file's target when the import is relative: a path from the root. */
  readonly target: string | null;
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

const SOURCE = /\.(ts|tsx|mts|mjs|js)$/;
const LEFT_OUT = new Set(['node_modules', 'build', 'dist', 'coverage', 'public', 'assets']);

/** Every source file below the given folders of `root`. */
export function listSources(root: string, folders: readonly string[]): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : below(path);
      return SOURCE.test(entry.name) ? [path] : [];
    });
  return folders.filter((folder) => existsSync(join(root, folder))).flatMap(below);
}

/** Every import, export-from and `import('literal')` of a file, by a real parser: text in strings is no import. */
export function scanImports(root: string, file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const found: { specifier: string; start: number; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every(({ isType }) => isType);
    found.push({ specifier: moduleRequest.value, start: moduleRequest.start, typeOnly });
  }
  for (const { entries } of module.staticExports) {
    const [first] = entries;
    if (first?.moduleRequest == null) continue;
    const { value, start } = first.moduleRequest;
    found.push({ specifier: value, start, typeOnly: entries.every(({ isType }) => isType) });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (literal !== null) found.push({ specifier: literal[2]!, start: moduleRequest.start, typeOnly: false });
  }
  return found.map(({ specifier, start, typeOnly }) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    specifier,
    target: specifier.startsWith('.') ? resolveRelative(root, file, specifier) : null,
    typeOnly,
  }));
}

function resolveRelative(root: string, file: string, specifier: string): string {
  return relative(root, join(root, dirname(file), specifier.replace(/\?.*$/, '')))
    .split(sep)
    .join('/');
}
