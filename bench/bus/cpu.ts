import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second for programs, whatever it does itself. */
const TICK_MS = 10;

interface Usage {
  readonly parent: number;
  readonly ms: number;
}

/**
 * The processor time of everything that `root` started, and of what has ended below it, in milliseconds. Null where
 * there is no `/proc`.
 */
export function cpuBelow(root: number): number | null {
  const usages = readUsages();
  if (usages === null) return null;
  const isBelow = (pid: number): boolean => {
    const parent = usages.get(pid)?.parent;
    return parent === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...usages].reduce((sum, [pid, { ms }]) => (isBelow(pid) ? sum + ms : sum), 0);
}

function readUsages(): ReadonlyMap<number, Usage> | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.flatMap((pid) => readUsage(pid) ?? []));
  } catch {
    return null;
  }
}

/** proc(5): after the name in parentheses come state, parent and, from the 14th on, four counts of ticks. */
function readUsage(pid: string): readonly (readonly [number, Usage])[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, count) => sum + count, 0);
    return [[Number(pid), { parent: fields[1]!, ms: ticks * TICK_MS }]];
  } catch {
    return null; // It ended meanwhile.
  }
}
