import { isJsonObject } from '@hermes-agent/core';
import type { GuestFrame, GuestUsage } from '../frame.ts';
import type { SandboxResult, Usage } from '../port.ts';
import type { Child, ChildEnd } from './child.ts';

/** A frame that may come once a call has begun. */
export type CallFrame = Exclude<GuestFrame, { type: 'ready' }>;
export type AnswerFrame = Exclude<CallFrame, { type: 'ask' }>;

/** A line as a frame of this very call; null when it is none. */
export function parseFrame(line: string, nonce: string): CallFrame | null {
  try {
    const frame: unknown = JSON.parse(line);
    const known = isJsonObject(frame) && ['ask', 'result', 'error'].includes(String(frame.type));
    return known && frame.nonce === nonce ? (frame as unknown as CallFrame) : null;
  } catch {
    return null;
  }
}

/** What an answer says. It comes from the tool's own process: nothing in it has a type until it is looked at. */
export function verdictOf(frame: AnswerFrame): SandboxResult {
  const usage = usageOf(frame.usage);
  if (frame.type === 'result') return { outcome: 'ok', output: frame.output, usage };
  if (typeof frame.code !== 'string') {
    return { outcome: 'crash', reason: `it threw ${String(frame.thrown).slice(0, 100)}`, usage };
  }
  return {
    outcome: 'tool_error',
    code: frame.code,
    message: typeof frame.message === 'string' ? frame.message : '',
    retryable: typeof frame.retryable === 'boolean' ? frame.retryable : undefined,
    effect: frame.effect === 'none' || frame.effect === 'maybe' ? frame.effect : undefined,
    details: isJsonObject(frame.details) ? frame.details : undefined,
    usage,
  };
}

/** Why a child ended without an answer. SIGUSR2 is its own watch on memory; V8 aborts when its heap is full. */
export function verdictOfEnd({ code, signal }: ChildEnd, child: Child): SandboxResult {
  const outOfMemory = signal === 'SIGUSR2' || /heap out of memory|Reached heap limit/.test(child.tail());
  return outOfMemory
    ? { outcome: 'oom', reason: 'more memory than it may use', usage: {} }
    : { outcome: 'crash', reason: `it ended without an answer (${signal ?? `exit ${code}`})`, usage: {} };
}

const usageOf = (usage: GuestUsage | undefined): Usage => ({
  ...(typeof usage?.cpu_ms === 'number' ? { cpuMs: usage.cpu_ms } : {}),
  ...(typeof usage?.peak_memory_bytes === 'number' ? { peakMemoryBytes: usage.peak_memory_bytes } : {}),
});
