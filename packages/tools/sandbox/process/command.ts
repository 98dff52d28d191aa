import type { Program } from '../port.ts';

/** What Node itself takes before a tool has done anything, the watching thread included. */
const RUNTIME_BYTES = 64 * 1024 * 1024;

/**
 * The arguments of Node for one instance. Its permission mode keeps a tool off the disk and from starting
 * processes; it does not keep it off the network before Node 26.
 */
export function guestArguments({ bundle, readable, limits }: Program, scratch: string): string[] {
  return [
    '--permission',
    ...[bundle, scratch, ...readable].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${scratch}`,
    // For the guest's watching thread; threads of the tool's are under the same permissions and limits.
    '--allow-worker',
    `--max-old-space-size=${Math.ceil(limits.memoryBytes / 1024 ** 2)}`,
    '--no-warnings',
    bundle,
    scratch,
    String(limits.memoryBytes + RUNTIME_BYTES),
  ];
}
