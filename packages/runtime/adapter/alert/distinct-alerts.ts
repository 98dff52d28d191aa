import type { Alert, Alerts, Clock } from '@hermes-agent/core';
import { canonicalJson } from '@hermes-agent/core';

const REMEMBERED = 1_000;

interface Raised {
  readonly atMs: number;
  repeats: number;
}

/**
 * Passes the same alert on once in `windowMs`; the next one after that says in `repeats` how many were held back.
 * The same is what has the same code and fields.
 */
export function distinctAlerts(clock: Clock, windowMs: number, next: Alerts): Alerts {
  const raised = new Map<string, Raised>();
  const remember = (key: string): void => {
    raised.delete(key);
    raised.set(key, { atMs: clock.monotonic(), repeats: 0 });
    if (raised.size > REMEMBERED) raised.delete(raised.keys().next().value!);
  };
  return {
    raise(alert: Alert) {
      const key = canonicalJson([alert.code, alert.fields]);
      const before = raised.get(key);
      if (before !== undefined && clock.monotonic() - before.atMs < windowMs) {
        before.repeats += 1;
        return;
      }
      remember(key);
      const repeats = before?.repeats ?? 0;
      next.raise(repeats === 0 ? alert : { ...alert, fields: { ...alert.fields, repeats } });
    },
  };
}
