import { fileURLToPath } from 'node:url';
import type { Program } from '../port.ts';

/** What Node itself takes before a tool has done anything, the watching thread included. */
const RUNTIME_BYTES = 96 * 1024 * 1024;

/** Beside this file: TypeScript in the repository, JavaScript in the packed package. */
const GUEST = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './guest.ts' : './guest.js', import.meta.url),
);

/**
 * The arguments of Node for one instance. Its permission mode keeps a tool off the disk and from starting
 * processes; it does not keep it off the network before Node 26.
 */
export function guestArguments({ bundle, readable, limits }: Program, scratch: string): string[] {
  const read = [GUEST, bundle, scratch, ...readable].map((path) => `--allow-fs-read=${path}`);
  return [
    '--permission',
    ...read,
    `--allow-fs-write=${scratch}`,
    '--allow-worker',
    `--max-old-space-size=${Math.ceil(limits.memoryBytes / 1024 ** 2)}`,
    '--no-warnings',
    GUEST,
    bundle,
    scratch,
    String(limits.memoryBytes + RUNTIME_BYTES),
  ];
}
