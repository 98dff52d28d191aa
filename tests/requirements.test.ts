import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findCitations } from './citations.ts';
import { listSources } from './layers/scan.ts';
import { NOT_YET } from './not-yet.ts';
import { findGaps } from './requirement-gaps.ts';
import { REQUIREMENTS } from './requirements.ts';

test('every requirement is proven by a test or stands on the one list of those not yet', () => {
  const root = resolve(import.meta.dirname, '..');
  const files = listSources(root, ['packages', 'agents', 'tests']).filter((file) =>
    file.endsWith('.test.ts'),
  );
  expect(findGaps(Object.keys(REQUIREMENTS), NOT_YET, findCitations(root, files, 'verifies'))).toEqual([]);
});

describe('the gate notices', () => {
  const cite = (id: string | null) => ({ where: 'a.test.ts:1', id });

  test('nothing where all is in order', () => {
    expect(findGaps(['M1', 'M2'], ['M2'], [cite('M1')])).toEqual([]);
  });

  test.each([
    ['an unknown id', ['M1'], [], [cite('M1'), cite('M99')], 'a.test.ts:1: there is no requirement M99'],
    ['a computed id', ['M1'], [], [cite('M1'), cite(null)], 'a.test.ts:1: verifies() takes literal ids'],
    ['an id that nobody proves', ['M1'], [], [], 'M1: no test proves it, and not-yet.ts does not name it'],
    ['a stale entry', ['M1'], ['M1'], [cite('M1')], 'not-yet.ts: M1 is proven by a test; take it off'],
    ['an entry for nothing', ['M1'], ['M1', 'M9'], [], 'not-yet.ts: there is no requirement M9'],
    ['an entry made twice', ['M1'], ['M1', 'M1'], [], 'not-yet.ts: M1 stands twice'],
  ])('%s', (_what, requirements, notYet, citations, gap) => {
    expect(findGaps(requirements, notYet, citations)).toEqual([gap]);
  });
});

describe('citations', () => {
  const root = mkdtempSync(join(tmpdir(), 'hermes-requirements-'));
  afterAll(() => rmSync(root, { recursive: true }));

  test('are read from calls, not from comments and strings', () => {
    const source = [
      "// verifies('C1')",
      "const text = `verifies('C2')`;",
      "test('x', () => {",
      "  verifies('M1', 'M2');",
      '  verifies(id);',
      '});',
    ].join('\n');
    writeFileSync(join(root, 'a.test.ts'), source);
    expect(findCitations(root, ['a.test.ts'], 'verifies')).toEqual([
      { where: 'a.test.ts:4', id: 'M1' },
      { where: 'a.test.ts:4', id: 'M2' },
      { where: 'a.test.ts:5', id: null },
    ]);
  });
});
