import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_PAGE, renderErrorPage } from '../scripts/error-pages.ts';
import { findCitations } from './citations.ts';
import { readCodeBlocks } from './documents/code-blocks.ts';
import { readCommands } from './documents/commands.ts';
import { listSources } from './layers/scan.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** The documents: at the root, below docs/, and each package's and agent's own page. */
const DOCUMENTS = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
  ...['packages', 'agents'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(folder, name, 'README.md')),
  ),
].filter((file) => file.endsWith('.md') && existsSync(join(ROOT, file)));

const read = (document: string): string => readFileSync(join(ROOT, document), 'utf8');

test('the page of error codes is current', () => {
  expect(readFileSync(ERROR_PAGE, 'utf8'), 'run: node scripts/error-pages.ts').toBe(renderErrorPage());
});

test('every relative link leads somewhere', () => {
  const dead = DOCUMENTS.flatMap((document) => {
    const prose = read(document).replace(/^(`{3,}).*?^\1/gms, '');
    return [...prose.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(join(ROOT, dirname(document), decodeURI(target))))
      .map((target) => `${document}: ${target}`);
  });
  expect(dead).toEqual([]);
});

test('every command that is not run here is run by a test that says so', () => {
  const tests = listSources(ROOT, ['packages', 'agents', 'tests']).filter((file) =>
    file.endsWith('.test.ts'),
  );
  const citations = findCitations(ROOT, tests, 'provesCommand');
  const proven = new Set(citations.map(({ id }) => id));
  const documented = DOCUMENTS.flatMap((document) =>
    readCommands(read(document))
      .filter(({ by }) => by === 'proven')
      .map(({ command, line }) => ({ command, where: `${document}:${line}` })),
  );
  const known = new Set(documented.map(({ command }) => command));
  expect([
    ...documented
      .filter(({ command }) => !proven.has(command))
      .map(({ command, where }) => `${where}: no test says provesCommand('${command}')`),
    ...citations
      .filter(({ id }) => id === null)
      .map(({ where }) => `${where}: provesCommand() takes literals`),
    ...citations
      .filter(({ id }) => id !== null && !known.has(id))
      .map(({ where, id }) => `${where}: no document shows '${id}'`),
  ]).toEqual([]);
});

describe('the commands of', () => {
  let dataDir: string;
  let port: number;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'hermes-docs-'));
    port = await freePort();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  /** A command that stands in several documents, or in both languages, is run once, for the first. */
  const seen = new Set<string>();
  const runnable = DOCUMENTS.map((document) => ({
    document,
    commands: readCommands(read(document)).filter(
      ({ by, command }) => by === 'run' && !seen.has(command) && seen.add(command),
    ),
  })).filter(({ commands }) => commands.length > 0);

  test.each(runnable)('$document end well', async ({ document, commands }) => {
    for (const { command, line } of commands) {
      const child = spawn('/bin/sh', ['-c', command.replace(/^npx /, '')], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
        env: {
          ...process.env,
          PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
          HERMES_DATA: dataDir,
          HERMES_PORT: String(port),
        },
      });
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [status] = await once(child, 'close');
      expect(status, `${document}:${line}: ${command}\n${(await said).join('')}`).toBe(0);
    }
  });
});

describe('reading a document', () => {
  test('finds fenced blocks, longer fences around shorter ones', () => {
    const markdown = [
      '# a',
      '```sh',
      'npm start',
      '```',
      '````md',
      '```ts',
      'x',
      '```',
      '````',
      '```',
      'y',
      '```',
    ];
    expect(readCodeBlocks(markdown.join('\n'))).toEqual([
      { language: 'sh', text: 'npm start', line: 2 },
      { language: 'md', text: '```ts\nx\n```', line: 5 },
      { language: '', text: 'y', line: 10 },
    ]);
  });

  test('tells commands that are run from commands that a test must prove', () => {
    const commands = [
      'npm start   # and look',
      '# a comment',
      'git clone somewhere',
      'HERMES_PORT=8080 npm start',
      'npx hermes chat a \\',
      '  --say "#1 是"',
      'npx hermes chat a',
      'npx hermes dev',
      'npx hermes trace REQUEST_ID',
      'npx hermes trace --since 1h',
    ];
    expect(readCommands(['```sh', ...commands, '```', '```text', 'npm test', '```'].join('\n'))).toEqual([
      { command: 'npm start', line: 2, by: 'proven' },
      { command: 'HERMES_PORT=8080 npm start', line: 5, by: 'proven' },
      { command: 'npx hermes chat a --say "#1 是"', line: 6, by: 'run' },
      { command: 'npx hermes chat a', line: 8, by: 'proven' },
      { command: 'npx hermes dev', line: 9, by: 'proven' },
      { command: 'npx hermes trace REQUEST_ID', line: 10, by: 'proven' },
      { command: 'npx hermes trace --since 1h', line: 11, by: 'run' },
    ]);
  });
});
