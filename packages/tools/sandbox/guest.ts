/**
 * The inside of a sandbox: waits for one call, answers once, ends. It is bundled with a tool into one file, and
 * imported before it, so that the tool's first line already runs under it.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { FunctionCall, Json, ToolError as ToolErrorType } from '../function/index.ts';
import type { GuestAsk, GuestFrame, GuestUsage, HostFrame } from './frame.ts';

const [scratch, memoryLimit] = process.argv.slice(2) as [string, string];

/** Standard output belongs to the frames; whatever the tool prints goes to the log. */
const writeFrame = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;

const send = (frame: GuestFrame, done?: () => void): void => {
  writeFrame(`${JSON.stringify(frame)}\n`, done);
};

/** Kibibytes that the watching thread has seen at most. What the kernel calls `maxrss` begins with the host's own. */
const peak = new Int32Array(new SharedArrayBuffer(4));

/**
 * A thread of its own sees what a spinning tool cannot: that the host is gone, or that memory is over the limit,
 * buffers outside the heap included. SIGUSR2 tells the host which of the two it was.
 */
new Worker(
  `const { workerData: { parent, limit, peak, scratch } } = require('node:worker_threads');
   const { rmSync } = require('node:fs');
   setInterval(() => {
     const bytes = process.memoryUsage.rss();
     Atomics.store(peak, 0, Math.max(Atomics.load(peak, 0), bytes / 1024));
     if (process.ppid !== parent) {
       rmSync(scratch, { recursive: true, force: true });
       process.kill(process.pid, 'SIGKILL');
     }
     if (bytes > limit) process.kill(process.pid, 'SIGUSR2');
   }, 25);`,
  { eval: true, workerData: { parent: process.ppid, limit: Number(memoryLimit), peak, scratch } },
).unref();

class ToolError extends Error {
  override readonly name = 'ToolError';
  constructor(code: string, message: string, options: object = {}) {
    super(message);
    Object.assign(this, { code, ...options });
  }
}

const controller = new AbortController();
const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
let nonce = '';
let asked = 0;

function ask(question: GuestAsk): Promise<unknown> {
  asked += 1;
  const id = asked;
  send({ type: 'ask', nonce, id, ...question });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function callOf(
  given: Omit<FunctionCall, 'signal' | 'artifacts' | 'task' | 'log' | 'ToolError'>,
): FunctionCall {
  return {
    ...given,
    signal: controller.signal,
    artifacts: {
      async write(name, mediaType, bytes) {
        const file = randomUUID();
        await writeFile(join(scratch, file), bytes);
        return (await ask({ ask: 'artifact_write', file, name, media_type: mediaType })) as never;
      },
      async read(ref) {
        return readFile(join(scratch, (await ask({ ask: 'artifact_read', ref })) as string));
      },
    },
    task: {
      get: async (key) => (await ask({ ask: 'task_get', key })) as Json | undefined,
      set: async (key, value) => {
        await ask({ ask: 'task_set', key, value });
      },
    },
    log: (message) => {
      process.stderr.write(`${message}\n`);
    },
    ToolError: ToolError as unknown as typeof ToolErrorType,
  };
}

function usage(): GuestUsage {
  const { user, system } = process.cpuUsage();
  const bytes = Math.max(Atomics.load(peak, 0) * 1024, process.memoryUsage.rss());
  return { cpu_ms: Math.round((user + system) / 1000), peak_memory_bytes: bytes };
}

function errorFrame(thrown: unknown): GuestFrame {
  if (thrown instanceof Error && thrown.name === 'ToolError') {
    const { code, message, retryable, effect, details } = thrown as ToolErrorType;
    return {
      type: 'error',
      nonce,
      code,
      message,
      usage: usage(),
      ...(retryable === undefined ? {} : { retryable }),
      ...(effect === undefined ? {} : { effect }),
      ...(details === undefined ? {} : { details }),
    };
  }
  process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  return {
    type: 'error',
    nonce,
    thrown: thrown instanceof Error ? thrown.name : typeof thrown,
    usage: usage(),
  };
}

async function answer(
  tool: (input: unknown, call: FunctionCall) => unknown,
  given: { input: unknown },
): Promise<void> {
  const { input, ...rest } = given;
  const finish = (frame: GuestFrame): void => send(frame, () => process.exit(0));
  try {
    const output = (await tool(input, callOf(rest as never))) ?? null;
    finish({ type: 'result', nonce, output, usage: usage() });
  } catch (thrown) {
    finish(errorFrame(thrown));
  }
}

/** Says that all is loaded, and runs the tool on the call that comes. */
export function serve(tool: (input: unknown, call: FunctionCall) => unknown): void {
  if (typeof tool !== 'function') throw new TypeError('The default export of the entry must be a function');
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const frame = JSON.parse(line) as HostFrame;
    if (frame.type === 'abort') controller.abort();
    else if (frame.type === 'answer') {
      const asker = waiting.get(frame.id);
      waiting.delete(frame.id);
      if (frame.error === undefined) asker?.resolve(frame.value);
      else asker?.reject(new Error(frame.error));
    } else if (nonce === '') {
      nonce = frame.nonce;
      void answer(tool, frame.call as { input: unknown });
    }
  });
  // The host is gone, or has no use for this instance any more.
  lines.on('close', () => {
    rmSync(scratch, { recursive: true, force: true });
    process.exit(0);
  });
  send({ type: 'ready' });
}
