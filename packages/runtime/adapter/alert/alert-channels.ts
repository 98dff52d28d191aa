import type { Alerts, Clock, Ids, Logger, Random } from '@hermes-agent/core';
import { distinctAlerts } from './distinct-alerts.ts';
import { logAlerts } from './log-alerts.ts';
import { createWebhookAlerts } from './webhook-alerts.ts';
import type { WebhookSettings } from './webhook-settings.ts';

const SAME_ALERT_MS = 5 * 60_000;

export interface AlertChannels extends Alerts {
  dropped(): number;
  close(withinMs: number): Promise<void>;
}

/** Brings alerts to the log and, where one is configured, to a webhook; `heard` hears of each that is sent. */
export function createAlertChannels(
  webhook: WebhookSettings | null,
  world: { readonly clock: Clock; readonly random: Random; readonly ids: Ids; readonly logger: Logger },
  heard: Alerts,
): AlertChannels {
  const remote = webhook === null ? null : createWebhookAlerts(webhook, world);
  const log = logAlerts(world.logger);
  const all: Alerts = {
    raise(alert) {
      heard.raise(alert);
      log.raise(alert);
      remote?.raise(alert);
    },
  };
  return {
    ...distinctAlerts(world.clock, SAME_ALERT_MS, all),
    dropped: () => remote?.dropped() ?? 0,
    close: async (withinMs) => remote?.close(withinMs),
  };
}
