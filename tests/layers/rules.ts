import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { findCycles } from './cycles.ts';
import { type Import, listSources, scanImports } from './scan.ts';

const SCOPE = '@hermes-agent/';

/** What each package's shipped code may import of the others. The heart of the house. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  store: ['core'],
  conversation: ['core'],
  tools: ['core'],
  bus: ['core', 'store'],
  memory: ['core', 'store'],
  runtime: ['core', 'store', 'conversation', 'tools', 'bus', 'memory'],
  server: ['core', 'runtime', 'console'],
  cli: ['core', 'store', 'conversation', 'tools', 'bus', 'memory', 'runtime', 'server', 'console'],
  console: [],
  testkit: ['core'],
};
/** What may be imported as types alone, beyond the above and without being declared: nothing of it is left at run time. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = { console: ['server'] };
/** An agent's own code is a guest: it knows the tools' function interface and nothing else of the house. */
const AGENT_MAY_IMPORT = new Set(['@hermes-agent/tools/function']);

/** Code that runs only in tests: it may use the testkit and the root's development dependencies. */
const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) ||
  /\/(tests|testing|fixtures?|simulation)\//.test(file) ||
  !/^(packages|agents)\//.test(file);
/** Suites for other implementations: shipped, and run by Vitest. */
const isConformance = (file: string): boolean => file.includes('/conformance/');

interface Manifest {
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Every breach of the import rules below `root`, each as `file:line: what is wrong`. */
export function findBreaches(root: string): string[] {
  const readManifest = (folder: string): Manifest =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const manifests = new Map(
    readdirSync(join(root, 'packages')).map((name) => [name, readManifest(`packages/${name}`)]),
  );
  const rootManifest = readManifest('.');
  const files = listSources(root, ['packages', 'agents', 'tests', 'scripts', 'bench']);
  const imports = files.flatMap((file) => scanImports(root, file));

  const breaches = imports.flatMap((found) => {
    const wrong =
      found.target === null
        ? (breachOfPackage(found, manifests) ?? breachOfDeclaration(found, manifests, rootManifest))
        : breachOfPath(found, found.target);
    return wrong === null ? [] : [`${found.file}:${found.line}: ${wrong}`];
  });
  const unknown = [...manifests.keys()].filter((name) => !Object.hasOwn(MAY_IMPORT, name));
  return [
    ...unknown.map((name) => `packages/${name}: has no import rule; add one to tests/layers/rules.ts`),
    ...breaches,
    ...cyclesAmongFiles(imports),
    ...cyclesAmongPackages(imports),
  ];
}

/** A relative import that leaves its package reaches past the other's index.ts. */
function breachOfPath({ file, specifier }: Import, target: string): string | null {
  const home = homeOf(file);
  if (home === null || target.startsWith(`${home}/`)) return null;
  return `'${specifier}' leaves ${home}; import the other package by its name`;
}

function breachOfPackage(
  { file, specifier, typeOnly }: Import,
  manifests: ReadonlyMap<string, Manifest>,
): string | null {
  if (!specifier.startsWith(SCOPE)) return null;
  const [name, ...rest] = specifier.slice(SCOPE.length).split('/') as [string, ...string[]];
  const manifest = manifests.get(name);
  if (manifest === undefined) return `'${specifier}' is no package of this repository`;
  const path = ['.', ...rest].join('/');
  if (!Object.hasOwn(manifest.exports ?? {}, path))
    return `'${specifier}' is not exported by packages/${name}`;
  const [place, importer] = file.split('/') as [string, string];
  if (isTest(file) || isOwn(file, name) || (isConformance(file) && name === 'testkit')) return null;
  if (place === 'agents') {
    return AGENT_MAY_IMPORT.has(specifier) ? null : `an agent may not import '${specifier}'`;
  }
  if (MAY_IMPORT[importer]?.includes(name)) return null;
  if (typeOnly && MAY_IMPORT_TYPES[importer]?.includes(name)) return null;
  return `${importer} may not import ${name}`;
}

function breachOfDeclaration(
  { file, specifier, typeOnly }: Import,
  manifests: ReadonlyMap<string, Manifest>,
  rootManifest: Manifest,
): string | null {
  if (isBuiltin(specifier)) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const [place, folder] = file.split('/') as [string, string];
  const own = place === 'packages' ? manifests.get(folder)! : rootManifest;
  if (isTest(file) && (name.startsWith(SCOPE) || isDeclared(rootManifest, name, true))) return null;
  if (typeOnly && MAY_IMPORT_TYPES[folder]?.includes(name.slice(SCOPE.length))) return null;
  if (isOwn(file, name.slice(SCOPE.length)) || (place === 'agents' && name.startsWith(SCOPE))) return null;
  if (isDeclared(own, name, isTest(file) || isConformance(file))) return null;
  return `'${name}' is not declared in ${place === 'packages' ? `packages/${folder}/` : ''}package.json`;
}

function isDeclared(manifest: Manifest, name: string, inDevelopment: boolean): boolean {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = manifest;
  const lists = [
    dependencies,
    optionalDependencies,
    peerDependencies,
    ...(inDevelopment ? [devDependencies] : []),
  ];
  return lists.some((list) => list !== undefined && Object.hasOwn(list, name));
}

function cyclesAmongFiles(imports: readonly Import[]): string[] {
  const edges = Map.groupBy(
    imports.filter(({ target }) => target !== null),
    ({ file }) => file,
  );
  const graph = new Map(
    [...edges].map(([file, found]) => [file, new Set(found.map(({ target }) => target!))]),
  );
  return findCycles(graph).map((cycle) => `files import each other: ${cycle.join(' → ')}`);
}

function cyclesAmongPackages(imports: readonly Import[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { file, specifier, typeOnly } of imports) {
    const [place, importer] = file.split('/') as [string, string];
    if (place !== 'packages' || isTest(file) || !specifier.startsWith(SCOPE)) continue;
    const name = specifier.slice(SCOPE.length).split('/')[0]!;
    const allowedType = typeOnly && MAY_IMPORT_TYPES[importer]?.includes(name);
    if (name !== importer && !allowedType) graph.set(importer, (graph.get(importer) ?? new Set()).add(name));
  }
  return findCycles(graph).map((cycle) => `packages import each other: ${cycle.join(' → ')}`);
}

/** The package or agent folder that a file belongs to. */
const homeOf = (file: string): string | null => /^(packages|agents)\/[^/]+/.exec(file)?.[0] ?? null;
const isOwn = (file: string, name: string): boolean => file.startsWith(`packages/${name}/`);
