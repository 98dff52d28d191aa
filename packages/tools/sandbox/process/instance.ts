import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Clock } from '@hermes-agent/core';
import type { GuestCall, GuestHost, SandboxInstance, SandboxResult } from '../port.ts';
import type { Child } from './child.ts';
import { replyTo } from './reply.ts';
import { parseFrame, verdictOf, verdictOfEnd } from './verdict.ts';

/** A loaded child as an instance: one call, one answer, and nothing of it left. */
export function createInstance(child: Child, scratch: string, clock: Clock): SandboxInstance {
  let waiting = true;
  const gone = child.ended.then(async (end) => {
    waiting = false;
    // A folder that cannot be removed is no reason to fail a call that is over.
    await rm(scratch, { recursive: true, force: true }).catch(() => {});
    return end;
  });

  const run = async (
    call: GuestCall,
    host: GuestHost,
    signal: AbortSignal,
    graceMs: number,
  ): Promise<SandboxResult> => {
    waiting = false;
    const nonce = randomBytes(16).toString('hex');
    let verdict: SandboxResult | null = null;
    const fail = (outcome: 'timeout' | 'output_limit' | 'protocol', reason: string): void => {
      verdict = { outcome, reason, usage: {} };
      child.kill();
    };
    child.listen({
      frame(line) {
        const frame = parseFrame(line, nonce);
        if (frame === null) return fail('protocol', 'a frame that is none of this call');
        if (verdict !== null) return fail('protocol', 'more than one answer');
        if (frame.type === 'ask') {
          void replyTo(frame, scratch, host).then((reply) =>
            child.send({ type: 'answer', id: frame.id, ...reply }),
          );
          return;
        }
        verdict = verdictOf(frame);
        // It has nothing left to do. What it wrote after its answer is still read, and makes the answer void.
        child.kill();
      },
      excess: () => fail('output_limit', 'more output than it may write'),
      log: host.log,
    });
    let cancelKill = (): void => {};
    const onAbort = (): void => {
      child.send({ type: 'abort' });
      cancelKill = clock.after(graceMs, () => fail('timeout', 'killed at its time limit'));
    };

    child.send({ type: 'call', nonce, call });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const end = await gone;
    cancelKill();
    signal.removeEventListener('abort', onAbort);
    return verdict ?? verdictOfEnd(end, child);
  };

  return {
    usable: () => waiting,
    run,
    async dispose() {
      child.kill();
      await gone;
    },
  };
}
