import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactRef } from '../artifact/store.ts';
import { bundleFunction } from '../binding/function/bundle.ts';
import type { GuestCall, GuestHost, Program, SandboxProvider, SandboxResult } from '../sandbox/port.ts';

/** One thing every sandbox does. */
export interface SandboxCase {
  readonly name: string;
  run(provider: SandboxProvider): Promise<void>;
}

/** Runs under any test framework: `for (const { name, run } of sandboxConformance) test(name, …)`. */
export const sandboxConformance: readonly SandboxCase[] = [
  {
    name: 'gives the input in and the output back, with what it cost',
    run: (provider) =>
      withTool('export default (input) => ({ doubled: input.n * 2 });', async (program) => {
        const result = await once(provider, program, { input: { n: 21 } });
        assert.deepEqual(result.outcome === 'ok' && result.output, { doubled: 42 });
        assert.ok((result.usage.peakMemoryBytes ?? 0) > 0);
      }),
  },
  {
    name: 'gives nothing as null',
    run: (provider) =>
      withTool('export default () => {};', async (program) => {
        const result = await once(provider, program);
        assert.equal(result.outcome === 'ok' && result.output, null);
      }),
  },
  {
    name: 'keeps nothing from one call to the next',
    run: (provider) =>
      withTool(
        'export default () => { const seen = globalThis.seen ?? 0; globalThis.seen = seen + 1; return seen; };',
        async (program) => {
          for (let call = 0; call < 2; call += 1) {
            const result = await once(provider, program);
            assert.equal(result.outcome === 'ok' && result.output, 0);
          }
        },
      ),
  },
  {
    name: 'shows no environment, and no secret in the command line',
    run: (provider) =>
      withTool(
        `import { readFileSync } from 'node:fs';
         const read = (path) => { try { return readFileSync(path, 'utf8'); } catch { return ''; } };
         export default (_input, call) => ({ environment: Object.keys(process.env), secret: call.secrets['a/b'],
           line: process.argv.join(' ') + process.execArgv.join(' ') + read('/proc/self/environ') + read('/proc/self/cmdline') });`,
        async (program) => {
          process.env.HERMES_CONFORMANCE = 'leaked';
          try {
            const result = await once(provider, program, { secrets: { 'a/b': 'sesame-open' } });
            const output = (result.outcome === 'ok' ? result.output : {}) as Record<string, unknown>;
            assert.equal(output.secret, 'sesame-open');
            assert.ok(!(output.environment as string[]).includes('HERMES_CONFORMANCE'));
            assert.doesNotMatch(String(output.line), /leaked|sesame/);
          } finally {
            delete process.env.HERMES_CONFORMANCE;
          }
        },
      ),
  },
  {
    name: 'shows the assets and nothing else of the disk, and takes no writes',
    run: (provider) =>
      withTool(
        `import { readFileSync, writeFileSync } from 'node:fs';
         const attempt = (work) => { try { return work(); } catch { return 'refused'; } };
         export default (_input, call) => ({ asset: attempt(() => readFileSync(call.assets.word, 'utf8')),
           neighbour: attempt(() => readFileSync(call.assets.word + '.hidden', 'utf8')),
           passwd: attempt(() => readFileSync('/etc/passwd', 'utf8').slice(0, 4)),
           write: attempt(() => { writeFileSync(call.assets.word, 'x'); return 'written'; }) });`,
        async (program, folder) => {
          const word = join(folder, 'word.txt');
          await writeFile(word, 'asset');
          await writeFile(`${word}.hidden`, 'hidden');
          const result = await once(provider, { ...program, readable: [word] }, { assets: { word } });
          assert.deepEqual(result.outcome === 'ok' && result.output, {
            asset: 'asset',
            neighbour: 'refused',
            passwd: 'refused',
            write: 'refused',
          });
        },
      ),
  },
  {
    name: 'starts no other program',
    run: (provider) =>
      withTool(
        `import { spawnSync } from 'node:child_process';
         export default () => { try { return spawnSync('/bin/true').status ?? 'refused'; } catch { return 'refused'; } };`,
        async (program) => {
          const result = await once(provider, program);
          assert.equal(result.outcome === 'ok' && result.output, 'refused');
        },
      ),
  },
  {
    name: 'tells a ToolError from something thrown and from an end without an answer',
    run: (provider) =>
      withTool(
        `export default (input, call) => {
           if (input === 'error') throw new call.ToolError('NO_ROWS', 'none', { retryable: true, effect: 'none' });
           if (input === 'throw') throw new TypeError('private words');
           process.exit(3);
         };`,
        async (program) => {
          const error = await once(provider, program, { input: 'error' });
          assert.equal(error.outcome, 'tool_error');
          assert.deepEqual(
            error.outcome === 'tool_error' && [error.code, error.message, error.retryable, error.effect],
            ['NO_ROWS', 'none', true, 'none'],
          );
          const thrown = await once(provider, program, { input: 'throw' });
          assert.equal(thrown.outcome, 'crash');
          assert.doesNotMatch(JSON.stringify(thrown), /private/);
          assert.equal((await once(provider, program, { input: 'exit' })).outcome, 'crash');
        },
      ),
  },
  {
    name: 'ends an endless loop at its limit',
    run: (provider) =>
      withTool('export default () => { for (;;) {} };', async (program) => {
        const startedAt = performance.now();
        const result = await once(provider, program, {}, {}, AbortSignal.timeout(100), 50);
        assert.equal(result.outcome, 'timeout');
        assert.ok(performance.now() - startedAt < 5000);
      }),
  },
  {
    name: 'lets a tool that was told to stop clean up and still answer',
    run: (provider) =>
      withTool(
        `export default (_input, call) => new Promise((resolve) =>
           call.signal.addEventListener('abort', () => resolve('cleaned up')));`,
        async (program) => {
          const result = await once(provider, program, {}, {}, AbortSignal.timeout(50), 5000);
          assert.equal(result.outcome === 'ok' && result.output, 'cleaned up');
        },
      ),
  },
  {
    name: 'ends a memory bomb, in the heap or outside it',
    run: (provider) =>
      withTool(
        `export default (input) => { const kept = [];
           for (;;) kept.push(input === 'heap' ? Array.from({ length: 100000 }, () => ({})) : Buffer.alloc(8 << 20, 1)); };`,
        async (program) => {
          for (const input of ['heap', 'buffers']) {
            assert.equal((await once(provider, program, { input })).outcome, 'oom', input);
          }
        },
      ),
  },
  {
    name: 'ends a flood of output',
    run: (provider) =>
      withTool(`export default () => 'x'.repeat(100_000);`, async (program) => {
        const small = { ...program, limits: { ...program.limits, outputBytes: 10_000 } };
        assert.equal((await once(provider, small)).outcome, 'output_limit');
      }),
  },
  {
    name: 'keeps what is printed out of the answer, and bounds it',
    run: (provider) =>
      withTool(
        `export default () => { console.log('{"type":"result","output":"forged"}'); process.stdout.write('plain\\n');
           for (let line = 0; line < 5000; line += 1) console.error('x'.repeat(100)); return 'real'; };`,
        async (program) => {
          const lines: string[] = [];
          const result = await once(provider, program, {}, { log: (line) => lines.push(line) });
          assert.equal(result.outcome === 'ok' && result.output, 'real');
          assert.ok(lines.includes('plain'));
          assert.ok(lines.join('').length < 200_000);
        },
      ),
  },
  {
    name: 'takes one answer, of this call, in a frame',
    run: (provider) =>
      withTool(
        `import { writeSync } from 'node:fs';
         export default (input) => { writeSync(1, input + '\\n'); return 'real'; };`,
        async (program) => {
          const forged = JSON.stringify({ type: 'result', nonce: '0'.repeat(32), output: 'forged' });
          for (const input of [forged, 'not json', '[]', '{"type":"result"}']) {
            assert.equal((await once(provider, program, { input })).outcome, 'protocol', input);
          }
        },
      ),
  },
  {
    name: 'passes files by hand and the task cache by question',
    run: (provider) =>
      withTool(
        `export default async (_input, call) => {
           const ref = await call.artifacts.write('a.bin', 'application/octet-stream', Buffer.from([1, 2, 3]));
           const back = await call.artifacts.read(ref);
           await call.task.set('step', { done: true });
           return { ref, back: [...back], step: await call.task.get('step'), none: (await call.task.get('other')) ?? 'none' };
         };`,
        async (program) => {
          const kept = new Map<string, unknown>();
          const ref: ArtifactRef = { artifact: 'id', sha256: '', media_type: 'x/y', bytes: 3, name: 'a.bin' };
          const contents: Uint8Array[] = [];
          const result = await once(
            provider,
            program,
            {},
            {
              writeArtifact: async (content) => {
                contents.push(content);
                return ref;
              },
              readArtifact: async () => contents[0]!,
              getTask: async (key) => kept.get(key) as never,
              setTask: async (key, value) => {
                kept.set(key, value);
              },
            },
          );
          assert.deepEqual(result.outcome === 'ok' && result.output, {
            ref,
            back: [1, 2, 3],
            step: { done: true },
            none: 'none',
          });
        },
      ),
  },
  {
    name: 'says so when the code does not load',
    run: (provider) =>
      withTool('export default () => 1; missing();', async (program) => {
        await assert.rejects(provider.prepare(program, new AbortController().signal), {
          code: 'TOOL_CRASHED',
        });
      }),
  },
  {
    name: 'starts nothing once it is told to stop',
    run: (provider) =>
      withTool(
        'await new Promise(() => { setTimeout(() => {}, 60_000); }); export default () => 1;',
        async (program) => {
          await assert.rejects(provider.prepare(program, AbortSignal.abort()), {
            code: 'SANDBOX_UNAVAILABLE',
          });
          const startedAt = performance.now();
          await assert.rejects(provider.prepare(program, AbortSignal.timeout(300)), {
            code: 'SANDBOX_UNAVAILABLE',
          });
          assert.ok(performance.now() - startedAt < 5000);
        },
      ),
  },
  {
    name: 'ends an instance that nobody needs',
    run: (provider) =>
      withTool('export default () => 1;', async (program) => {
        const instance = await provider.prepare(program, new AbortController().signal);
        assert.equal(instance.usable(), true);
        await instance.dispose();
        assert.equal(instance.usable(), false);
      }),
  },
];

async function withTool(
  source: string,
  run: (program: Program, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-conformance-')));
  try {
    const entry = join(folder, 'tool.mjs');
    await writeFile(entry, source);
    const bundle = await bundleFunction(entry, join(folder, 'bundles'));
    const limits = {
      timeoutMs: 5000,
      memoryBytes: 128 * 1024 * 1024,
      cpuMillis: 1000,
      outputBytes: 1024 * 1024,
    };
    await run({ id: 'conformance@1.0.0#0', bundle, readable: [], limits }, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const idleHost: GuestHost = {
  getTask: () => Promise.resolve(undefined),
  setTask: () => Promise.resolve(),
  writeArtifact: () => Promise.reject(new Error('not here')),
  readArtifact: () => Promise.reject(new Error('not here')),
  log: () => {},
};

async function once(
  provider: SandboxProvider,
  program: Program,
  call: Partial<GuestCall> = {},
  host: Partial<GuestHost> = {},
  signal: AbortSignal = AbortSignal.timeout(15_000),
  graceMs = 100,
): Promise<SandboxResult> {
  const instance = await provider.prepare(program, new AbortController().signal);
  return instance.run(
    {
      input: null,
      requestId: 'request/1',
      idempotencyKey: 'request/1',
      assets: {},
      files: {},
      servers: {},
      secrets: {},
      ...call,
    },
    { ...idleHost, ...host },
    signal,
    graceMs,
  );
}
