import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildConsole } from './build.ts';

test('the page is built once, needs nothing from elsewhere and runs no inline script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-console-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outDir = join(folder, 'page');
  expect(await buildConsole({ outDir })).toEqual({ outDir, cached: false });

  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  expect(page).toContain('<title>Hermes</title>');
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);

  let fastestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const startedAt = performance.now();
    expect(await buildConsole({ outDir })).toEqual({ outDir, cached: true });
    fastestMs = Math.min(fastestMs, performance.now() - startedAt);
  }
  expect(fastestMs).toBeLessThan(50);
});
