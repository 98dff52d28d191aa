import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { findBreaches } from './layers/rules.ts';

test('the sources keep the import rules', () => {
  verifies('G1', 'G2');
  expect(findBreaches(resolve(import.meta.dirname, '..'))).toEqual([]);
});

describe('the rules notice', () => {
  const roots: string[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true });
  });

  /** A small house in a temporary folder: five packages, and `files` in it. */
  const breachesOf = (files: Readonly<Record<string, string>>): string[] => {
    const root = mkdtempSync(join(tmpdir(), 'hermes-layers-'));
    roots.push(root);
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write(
      'package.json',
      JSON.stringify({ devDependencies: { vitest: '1' }, dependencies: { pdfkit: '1' } }),
    );
    for (const name of ['core', 'store', 'bus', 'memory', 'server', 'console', 'tools']) {
      const dependencies = {
        '@hermes-agent/core': '1',
        '@hermes-agent/store': '1',
        '@hermes-agent/bus': '1',
        pg: '1',
      };
      const exports = { '.': './index.ts', './conformance': './conformance/index.ts' };
      write(`packages/${name}/package.json`, JSON.stringify({ exports, dependencies }));
      write(`packages/${name}/index.ts`, 'export {};');
    }
    for (const [path, text] of Object.entries(files)) write(path, text);
    return findBreaches(root);
  };

  test('nothing where nothing is wrong', () => {
    const fine = {
      'packages/bus/a.ts':
        "import type { Store } from '@hermes-agent/store'; import { b } from './b.ts'; import pg from 'pg';",
      'packages/bus/b.ts':
        "import { readFile } from 'node:fs/promises'; const text = `import '@hermes-agent/memory'`;",
      'packages/bus/a.test.ts':
        "import { expect } from 'vitest'; import { storeConformance } from '@hermes-agent/store/conformance';",
      'agents/x/demo/index.ts': "import pdfkit from 'pdfkit';",
    };
    expect(breachesOf(fine)).toEqual([]);
  });

  test.each([
    [
      'a sibling',
      { 'packages/bus/a.ts': "\nimport { m } from '@hermes-agent/memory';" },
      'packages/bus/a.ts:2: bus may not import memory',
    ],
    [
      'a sibling behind a type',
      { 'packages/memory/a.ts': "import type { Bus } from '@hermes-agent/bus';" },
      'packages/memory/a.ts:1: memory may not import bus',
    ],
    [
      'a sibling behind an export',
      { 'packages/bus/a.ts': "export * from '@hermes-agent/memory';" },
      'packages/bus/a.ts:1: bus may not import memory',
    ],
    [
      'a sibling behind a dynamic import',
      { 'packages/bus/a.ts': "const m = await import('@hermes-agent/memory');" },
      'packages/bus/a.ts:1: bus may not import memory',
    ],
    [
      'an upper layer',
      { 'packages/core/a.ts': "import '@hermes-agent/store';" },
      'packages/core/a.ts:1: core may not import store',
    ],
    [
      'more than types taken from the server by the console',
      { 'packages/console/a.ts': "import { type A, b } from '@hermes-agent/server';" },
      'packages/console/a.ts:1: console may not import server',
    ],
    [
      'a deep import',
      { 'packages/bus/a.ts': "import { x } from '@hermes-agent/store/sqlite/connection.ts';" },
      "packages/bus/a.ts:1: '@hermes-agent/store/sqlite/connection.ts' is not exported by packages/store",
    ],
    [
      'a path into another package',
      { 'packages/bus/a.ts': "import { x } from '../store/sqlite/connection.ts';" },
      "packages/bus/a.ts:1: '../store/sqlite/connection.ts' leaves packages/bus; import the other package by its name",
    ],
    [
      'an agent that knows the house',
      { 'agents/x/tools/a/index.ts': "import { Store } from '@hermes-agent/store';" },
      "agents/x/tools/a/index.ts:1: an agent may not import '@hermes-agent/store'",
    ],
    [
      'an undeclared dependency',
      { 'packages/bus/a.ts': "import fc from 'fast-check/deep';" },
      "packages/bus/a.ts:1: 'fast-check' is not declared in packages/bus/package.json",
    ],
    [
      'a development dependency in shipped code',
      { 'packages/bus/a.ts': "import { vi } from 'vitest';" },
      "packages/bus/a.ts:1: 'vitest' is not declared in packages/bus/package.json",
    ],
    [
      'files in a circle',
      {
        'packages/bus/a.ts': "import { b } from './deep/b.ts';",
        'packages/bus/deep/b.ts': "import type { C } from '../c.ts';",
        'packages/bus/c.ts': "export { a } from './a.ts';",
      },
      'files import each other: packages/bus/a.ts → packages/bus/deep/b.ts → packages/bus/c.ts → packages/bus/a.ts',
    ],
    [
      'packages in a circle',
      {
        'packages/store/a.ts': "import '@hermes-agent/bus';",
        'packages/bus/a.ts': "import '@hermes-agent/store';",
      },
      'packages import each other: bus → store → bus',
    ],
    [
      'a package without a rule',
      { 'packages/stranger/package.json': '{}' },
      'packages/stranger: has no import rule; add one to tests/layers/rules.ts',
    ],
  ])('%s', (_what, files, breach) => {
    expect(breachesOf(files)).toContain(breach);
  });
});
