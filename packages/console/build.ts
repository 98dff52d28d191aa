import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

export interface BuildOptions {
  /** Where the page goes; `dist` of this package by default. */
  readonly outDir?: string;
  readonly logLevel?: 'silent' | 'error' | 'warn' | 'info';
}

export interface Built {
  readonly outDir: string;
  /** True when the page was there already, built from these very sources. */
  readonly cached: boolean;
}

const ROOT = import.meta.dirname;
const LOCK = resolve(ROOT, '../../package-lock.json');
const STAMP = '.built-from';

/**
 * Builds the page into `outDir` unless it holds one of the same sources and dependencies. Vite is loaded only
 * when there is something to build. The page is built beside `outDir` and then put in its place, so that a
 * build that is interrupted, or two at a time, never leave half a page.
 */
export async function buildConsole(options: BuildOptions = {}): Promise<Built> {
  const outDir = options.outDir ?? join(ROOT, 'dist');
  const digest = digestSources();
  if (isBuiltFrom(outDir, digest)) return { outDir, cached: true };

  const { build } = await import('vite');
  const beside = `${outDir}.${process.pid}`;
  await build({
    root: ROOT,
    configFile: false,
    base: './',
    logLevel: options.logLevel ?? 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: beside,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0, // data: addresses would need a looser content security policy
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        onLog(level, log, defaultHandler) {
          // Some thousand notes that a page without server rendering has no use for 'use client'.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') defaultHandler(level, log);
        },
      },
    },
  });
  await writeFile(join(beside, STAMP), digest);
  await mkdir(resolve(outDir, '..'), { recursive: true });
  await rm(outDir, { recursive: true, force: true });
  try {
    await rename(beside, outDir);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if (!isBuiltFrom(outDir, digest)) throw error; // else another process put the same page there first
  }
  return { outDir, cached: false };
}

function isBuiltFrom(outDir: string, digest: string): boolean {
  const stamp = join(outDir, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

/** Everything that shapes the page: its files, this file, and the lock of the dependencies. */
function digestSources(): string {
  const hash = createHash('sha256');
  const files = [join(ROOT, 'index.html'), join(ROOT, 'package.json'), import.meta.filename];
  for (const folder of ['src', 'public']) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name));
    }
  }
  for (const file of files.sort()) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file));
  if (existsSync(LOCK)) hash.update(readFileSync(LOCK));
  return hash.digest('hex');
}
