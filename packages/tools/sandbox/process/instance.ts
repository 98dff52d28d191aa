import { randomBytes, randomUUID } from 'node:crypto';
import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';
import { type ArtifactRef, MOST_ARTIFACT_BYTES } from '../../artifact/store.ts';
import type { GuestAsk, GuestFrame, GuestUsage } from '../frame.ts';
import type { GuestCall, GuestHost, SandboxInstance, SandboxResult, Usage } from '../port.ts';
import type { Child, ChildEnd } from './child.ts';

/** A loaded child as an instance: one call, one answer, and nothing of it left. */
export function createInstance(child: Child, scratch: string, clock: Clock): SandboxInstance {
  let state: 'waiting' | 'running' | 'ended' = 'waiting';
  const gone = child.ended.then(async (end) => {
    state = 'ended';
    await rm(scratch, { recursive: true, force: true });
    return end;
  });
  return {
    usable: () => state === 'waiting',
    async run(call, host, signal, graceMs) {
      state = 'running';
      return serve(child, scratch, clock, gone, call, host, signal, graceMs);
    },
    async dispose() {
      child.kill();
      await gone;
    },
  };
}

async function serve(
  child: Child,
  scratch: string,
  clock: Clock,
  gone: Promise<ChildEnd>,
  call: GuestCall,
  host: GuestHost,
  signal: AbortSignal,
  graceMs: number,
): Promise<SandboxResult> {
  const nonce = randomBytes(16).toString('hex');
  // The first verdict stands, except that an answer followed by another is none.
  let verdict: SandboxResult | null = null;
  let cancelKill = (): void => {};
  const fail = (outcome: 'output_limit' | 'protocol', reason: string): void => {
    verdict = { outcome, reason, usage: {} };
    child.kill();
  };
  let timedOut = false;
  const onAbort = (): void => {
    child.send({ type: 'abort' });
    cancelKill = clock.after(graceMs, () => {
      timedOut = true;
      child.kill();
    });
  };

  child.listen({
    frame(line) {
      const frame = parseFrame(line, nonce);
      if (frame === null) return fail('protocol', 'a frame that is none of this call');
      if (verdict !== null) return fail('protocol', 'more than one answer');
      if (frame.type === 'ask') {
        void answer(frame, scratch, host).then((reply) =>
          child.send({ type: 'answer', id: frame.id, ...reply }),
        );
        return;
      }
      verdict = verdictOf(frame);
      // It has nothing left to do. What it had written after its answer is still read, and makes the answer void.
      child.kill();
    },
    excess: () => fail('output_limit', 'more output than it may write'),
    log: host.log,
  });
  child.send({ type: 'call', nonce, call });
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });

  const end = await gone;
  cancelKill();
  signal.removeEventListener('abort', onAbort);
  return (
    verdict ??
    (timedOut ? { outcome: 'timeout', reason: 'killed at its time limit', usage: {} } : endOf(end, child))
  );
}

type CallFrame = Exclude<GuestFrame, { type: 'ready' }>;

function parseFrame(line: string, nonce: string): CallFrame | null {
  try {
    const frame: unknown = JSON.parse(line);
    const known = isJsonObject(frame) && ['ask', 'result', 'error'].includes(String(frame.type));
    return known && frame.nonce === nonce ? (frame as unknown as CallFrame) : null;
  } catch {
    return null;
  }
}

function verdictOf(frame: Exclude<CallFrame, { type: 'ask' }>): SandboxResult {
  const usage = usageOf(frame.usage);
  if (frame.type === 'result') return { outcome: 'ok', output: frame.output, usage };
  if (typeof frame.code !== 'string') {
    return { outcome: 'crash', reason: `it threw ${frame.thrown ?? 'something'}`, usage };
  }
  return {
    outcome: 'tool_error',
    code: frame.code,
    message: typeof frame.message === 'string' ? frame.message : '',
    retryable: frame.retryable,
    effect: frame.effect,
    details: frame.details as JsonObject | undefined,
    usage,
  };
}

const usageOf = (usage: GuestUsage | undefined): Usage => ({
  ...(typeof usage?.cpu_ms === 'number' ? { cpuMs: usage.cpu_ms } : {}),
  ...(typeof usage?.peak_memory_bytes === 'number' ? { peakMemoryBytes: usage.peak_memory_bytes } : {}),
});

/** Why a child ended without an answer. SIGUSR2 is its own watch on memory; V8 aborts when its heap is full. */
function endOf({ code, signal }: ChildEnd, child: Child): SandboxResult {
  const outOfMemory = signal === 'SIGUSR2' || /heap out of memory|Reached heap limit/.test(child.tail());
  return outOfMemory
    ? { outcome: 'oom', reason: 'more memory than it may use', usage: {} }
    : { outcome: 'crash', reason: `it ended without an answer (${signal ?? `exit ${code}`})`, usage: {} };
}

type Reply = { readonly value?: unknown } | { readonly error: string };

async function answer(question: GuestAsk, scratch: string, host: GuestHost): Promise<Reply> {
  try {
    switch (question.ask) {
      case 'task_get':
        return { value: await host.getTask(String(question.key)) };
      case 'task_set':
        await host.setTask(String(question.key), question.value as JsonValue);
        return {};
      case 'artifact_write': {
        const content = await readHandedOver(scratch, String(question.file));
        return {
          value: await host.writeArtifact(content, String(question.name), String(question.media_type)),
        };
      }
      case 'artifact_read': {
        const file = randomUUID();
        await writeFile(join(scratch, file), await host.readArtifact(question.ref as ArtifactRef), {
          flag: 'wx',
        });
        return { value: file };
      }
      default:
        return { error: 'there is nothing of that name to ask for' };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'refused' };
  }
}

/** A file that the tool made: never what a link of its making points at. */
async function readHandedOver(scratch: string, file: string): Promise<Uint8Array> {
  const path = join(scratch, file);
  if (!/^[0-9a-f-]{36}$/.test(file)) throw new Error('no such file');
  const { size, nlink, isRegular } = await lstat(path).then((found) => ({
    size: found.size,
    nlink: found.nlink,
    isRegular: found.isFile(),
  }));
  if (!isRegular || nlink > 1) throw new Error('not a file of its own');
  if (size > MOST_ARTIFACT_BYTES) throw new Error(`more than ${MOST_ARTIFACT_BYTES} bytes`);
  return readFile(path);
}
