import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, HermesError, systemClock, withDeadline } from '@hermes-agent/core';
import type { Guarantees, Program, SandboxInstance, SandboxProvider } from '../port.ts';
import { type Child, startChild } from './child.ts';
import { guestArguments } from './command.ts';
import { createInstance } from './instance.ts';

/** Starting Node and loading the bundle; a machine under load takes its time. */
const START_LIMIT_MS = 20_000;

/**
 * One child process of Node per call. It bounds time, memory, output and files, and ends with its host. It
 * protects against accidents, not against hostile code: it does not limit the processor, and it keeps nothing
 * off the network.
 */
export function createProcessProvider(options: { readonly clock?: Clock } = {}): SandboxProvider {
  const clock = options.clock ?? systemClock;
  return {
    id: 'process',
    probe: () => probe(clock),
    async prepare(program: Program, signal: AbortSignal): Promise<SandboxInstance> {
      const scratch = await realpath(await mkdtemp(join(tmpdir(), 'hermes-call-')));
      const child = startChild(guestArguments(program, scratch), scratch, program.limits.outputBytes);
      try {
        await withDeadline(clock, START_LIMIT_MS, () => becomesReady(child), signal);
      } catch (cause) {
        child.kill();
        await child.ended;
        await rm(scratch, { recursive: true, force: true });
        throw cause instanceof HermesError && cause.code === 'TOOL_CRASHED' ? cause : unavailable(cause);
      }
      return createInstance(child, scratch, clock);
    },
  };
}

/** Starts Node in its permission mode, which a build or a host may lack. */
async function probe(clock: Clock): Promise<Guarantees> {
  const child = startChild(['--permission', '--eval', ''], tmpdir(), 1024);
  const end = await withDeadline(clock, START_LIMIT_MS, () => child.ended).catch(() => null);
  child.kill();
  const available = end?.code === 0;
  const reason = available ? null : 'Node does not start in its permission mode';
  return { available, reason, memory: available, files: available, cpu: false, network: false };
}

const READY = JSON.stringify({ type: 'ready' });

function becomesReady(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    child.listen({
      frame: (line) => (line === READY ? resolve() : reject(new Error('it wrote before it was called'))),
      excess: () => reject(new Error('it wrote before it was called')),
      log: () => {},
    });
    void child.ended.then(({ code, signal }) => {
      if (code === null && signal === null) reject(new Error('Node cannot be started'));
      else {
        reject(
          new HermesError('TOOL_CRASHED', 'The tool does not load', {
            layer: 'tools',
            hint: 'Read the last lines it wrote.',
            details: { exit: code, signal, stderr: child.tail() },
          }),
        );
      }
    });
  });
}

const unavailable = (cause: unknown): HermesError =>
  new HermesError('SANDBOX_UNAVAILABLE', 'No process for the tool could be started', {
    layer: 'tools',
    cause,
  });
