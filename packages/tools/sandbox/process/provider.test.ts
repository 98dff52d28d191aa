import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { bundleFunction } from '../../binding/function/bundle.ts';
import { sandboxConformance } from '../../conformance/index.ts';
import { makeFolder } from '../../testing/agent-folder.ts';
import { createProcessProvider } from './provider.ts';

describe('the process tier', () => {
  for (const { name, run } of sandboxConformance) {
    test(name, async () => {
      verifies('T5');
      await run(createProcessProvider());
    });
  }

  test('says what it does not hold a tool to', async () => {
    expect(await createProcessProvider().probe()).toEqual({
      available: true,
      reason: null,
      memory: true,
      files: true,
      cpu: false,
      network: false,
    });
  });

  // A spinning tool reads no standard input: only its watching thread can notice.
  test.each(['await new Promise(() => {})', 'for (;;) {}'])(
    'nothing is left when the host is killed during %s',
    async (body) => {
      const folder = await makeFolder({
        'tool.mjs': `export default async (_input, call) => { call.log('pid ' + process.pid + ' in ' + process.cwd()); ${body}; };`,
      });
      const bundle = await bundleFunction(join(folder, 'tool.mjs'), join(folder, 'bundles'));
      const host = spawn(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `const { createProcessProvider } = await import(${JSON.stringify(fileURLToPath(new URL('./provider.ts', import.meta.url)))});
         const limits = { timeoutMs: 60000, memoryBytes: 1 << 27, cpuMillis: 100, outputBytes: 1 << 20 };
         const program = { id: 'x', bundle: ${JSON.stringify(bundle)}, readable: [], limits };
         const instance = await createProcessProvider().prepare(program, new AbortController().signal);
         const call = { input: null, requestId: 'r', idempotencyKey: 'r', assets: {}, files: {}, servers: {}, secrets: {} };
         await instance.run(call, { log: (line) => console.log(line) }, AbortSignal.timeout(60000), 100);`,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [line] = (await once(host.stdout, 'data')) as [Buffer];
      const [, pid, scratch] = /pid (\d+) in (.+)/.exec(line.toString())!;
      const guest = Number(pid);
      expect(existsSync(scratch!)).toBe(true);
      expect(isAlive(guest)).toBe(true);
      host.kill('SIGKILL');
      await once(host, 'exit');
      for (let waited = 0; waited < 3000 && isAlive(guest); waited += 50) await delay(50);
      expect(isAlive(guest)).toBe(false);
      expect(existsSync(scratch!)).toBe(false);
      await rm(folder, { recursive: true, force: true });
    },
  );
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
