/** What tests can make the order centre do wrong, for the next `times` requests of `method` (any when left out). */
interface Fault {
  readonly kind: 'latency' | 'unavailable' | 'rate_limited' | 'null_status' | 'drop_after_commit';
  readonly times: number;
  readonly method?: string;
  /** Only for `latency`. */
  readonly latencyMs?: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The pending fault of this kind, used up once; null when there is none. */
  take(kind: Fault['kind'], method: string): Fault | null;
}

export function createFaults(): Faults {
  let pending: { readonly fault: Fault; left: number }[] = [];
  return {
    add(fault) {
      pending.push({ fault, left: fault.times });
    },
    clear() {
      pending = [];
    },
    take(kind, method) {
      const found = pending.find(
        ({ fault }) => fault.kind === kind && (fault.method === undefined || fault.method === method),
      );
      if (found === undefined) return null;
      found.left -= 1;
      if (found.left <= 0) pending = pending.filter((entry) => entry !== found);
      return found.fault;
    },
  };
}
