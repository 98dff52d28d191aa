import type { SpanValue } from '../trace/span.ts';

export type AlertSeverity = 'info' | 'warning' | 'critical';

/** Something a person who runs this should hear of without looking. Never a secret, never personal data. */
export interface Alert {
  /** One of the table's codes where one fits, else a name of the same form, such as `TOOL_FROZEN`. */
  readonly code: string;
  readonly severity: AlertSeverity;
  readonly summary: { readonly zh: string; readonly en: string };
  /** What it is about, such as `request_id` or `tool`. Two alerts of one code with the same fields are the same alert. */
  readonly fields: Readonly<Record<string, SpanValue>>;
  /** When it was so, in milliseconds since the epoch. */
  readonly at: number;
}

/** Takes alerts and brings them to people. Must not throw and must not block. */
export interface Alerts {
  raise(alert: Alert): void;
}

/** Tells nobody; the default of every layer used alone. */
export const silentAlerts: Alerts = { raise() {} };
