/**
 * Packs packages for use outside this repository: `npm run pack:packages -- --out DIR [package …]`.
 * Node runs the sources here as they are but strips no types under `node_modules`, so a packed package holds
 * compiled JavaScript and declarations. Why outside the source tree: docs/decisions/2026-12-01-packing.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGES = join(ROOT, 'packages');
/** What stays at home: sources, since their compiled form goes, tests, and what is made anew. */
const STAYS =
  /\.(ts|tsx)$|^(node_modules|build|dist|coverage|package\.json|fixtures?|testing|simulation|__snapshots__)$/;
const KEPT = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'engines',
  'bin',
  'exports',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
];

/** Packs `names` (folders of `packages/`) into `out`; returns the tarball of each. Changes nothing else. */
export function packPackages(names: readonly string[], out: string): Map<string, string> {
  const stage = mkdtempSync(join(tmpdir(), 'hermes-pack-'));
  try {
    compile(names, stage);
    mkdirSync(out, { recursive: true });
    return new Map(names.map((name) => [name, packOne(name, join(stage, name), resolve(out))]));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The packages that others can import. */
export const libraries = (): string[] =>
  readdirSync(PACKAGES).filter((name) => {
    const file = join(PACKAGES, name, 'package.json');
    return existsSync(file) && Object.hasOwn(readManifest(file).exports ?? {}, '.');
  });

interface Manifest {
  readonly [field: string]: unknown;
  readonly exports?: Readonly<Record<string, string>>;
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** One program for all of them, so that packages may depend on each other in any way. */
function compile(names: readonly string[], stage: string): void {
  const config = join(stage, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rootDir: PACKAGES,
    outDir: stage,
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  };
  const include = names.map((name) => join(PACKAGES, name));
  const tests = ['fixture', 'fixtures', 'testing', 'simulation', '*.test.ts', '*.test.tsx'];
  const exclude = ['node_modules', 'build', 'dist', ...tests].map((left) => join(PACKAGES, '**', left));
  const extended = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include, exclude };
  writeFileSync(config, JSON.stringify(extended));
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The packages do not compile:\n${stdout}`);
}

function packOne(name: string, stage: string, out: string): string {
  const source = join(PACKAGES, name);
  cpSync(source, stage, {
    recursive: true,
    filter: (path) => path === source || !STAYS.test(basename(path)),
  });
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  refuseSourcePaths(stage);
  const manifest = readManifest(join(source, 'package.json'));
  const packed = Object.fromEntries(
    KEPT.filter((field) => field in manifest).map((field) => [field, manifest[field]]),
  );
  packed.exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([path, file]) => [path, compiledExport(file)]),
  );
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  const [made] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    }),
  ) as { filename: string }[];
  return join(out, made!.filename);
}

const compiledExport = (file: string): string | Record<string, string> =>
  file.endsWith('.ts')
    ? { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') }
    : file;

/** The compiler rewrites imports, not addresses made by hand: such a file would not be there. */
function refuseSourcePaths(stage: string): void {
  for (const file of readdirSync(stage, { recursive: true, encoding: 'utf8' })) {
    if (!/\.m?js$/.test(file)) continue;
    const found = /(?:new URL|import)\(\s*['"`][^'"`]*\.tsx?['"`]/.exec(
      readFileSync(join(stage, file), 'utf8'),
    );
    if (found !== null) throw new Error(`${relative(stage, join(stage, file))} names a source: ${found[0]}`);
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: '.' } },
    allowPositionals: true,
  });
  const names = positionals.length > 0 ? positionals.map((name) => basename(name)) : libraries();
  const unknown = names.filter((name) => !existsSync(join(PACKAGES, name, 'package.json')));
  if (unknown.length > 0) {
    process.stderr.write(
      `No such package: ${unknown.join(', ')}. There are: ${readdirSync(PACKAGES).join(', ')}\n`,
    );
    process.exit(64);
  }
  for (const tarball of packPackages(names, values.out).values()) process.stdout.write(`${tarball}\n`);
}
