import type { AlertSeverity, Alerts, Logger } from '@hermes-agent/core';

const LEVELS = { info: 'info', warning: 'warn', critical: 'error' } as const satisfies Record<
  AlertSeverity,
  keyof Logger
>;

/** Writes each alert as a log line of its level, marked by the field `alert`. */
export const logAlerts = (logger: Logger): Alerts => ({
  raise({ code, severity, summary, fields }) {
    logger[LEVELS[severity]](summary.en, { ...fields, alert: code });
  },
});
