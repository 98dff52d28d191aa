import type { Alert, Alerts, Clock, Ids, Logger, Random } from '@hermes-agent/core';
import { type PostTarget, post } from '../delivery/post.ts';
import { createSendQueue, type SendSignals } from '../delivery/send-queue.ts';
import { signWebhook } from './sign-webhook.ts';
import type { WebhookSettings } from './webhook-settings.ts';

const WAITING_LIMIT = 200;

export interface WebhookAlerts extends Alerts {
  /** How many alerts never arrived. */
  dropped(): number;
  /** Sends what waits for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
}

interface Letter {
  readonly id: string;
  readonly code: string;
  readonly body: string;
}

/** POSTs each alert as signed JSON, one after the other, again until it is taken or the attempts are used up. */
export function createWebhookAlerts(
  { url, secret }: WebhookSettings,
  world: { readonly clock: Clock; readonly random: Random; readonly ids: Ids; readonly logger: Logger },
): WebhookAlerts {
  const { clock, ids, logger } = world;
  const target: PostTarget = {
    url,
    timeoutMs: 10_000,
    maxAttempts: 6,
    initialPauseMs: 1_000,
    maxPauseMs: 60_000,
    mayRetry: (status) => status === 408 || status === 429 || status >= 500,
  };
  const send = async ({ id, code, body }: Letter, signals: SendSignals): Promise<boolean> => {
    // Signed anew for each attempt: receivers refuse what was signed long ago.
    const content = () => ({
      headers: { 'content-type': 'application/json', ...signWebhook(secret, id, clock.now(), body) },
      body,
    });
    const result = await post(world, target, content, signals);
    if (!result.ok) logger.warn('an alert could not be delivered', { alert: code, reason: result.reason });
    return result.ok;
  };
  const queue = createSendQueue<Letter>({
    clock,
    limit: WAITING_LIMIT,
    batchSize: 1,
    delayMs: 0,
    send: ([letter], signals) => send(letter!, signals),
  });
  return {
    raise: (alert) => queue.put({ id: ids.next(), code: alert.code, body: bodyOf(alert) }),
    dropped: queue.dropped,
    close: queue.close,
  };
}

const bodyOf = ({ code, severity, summary, fields, at }: Alert): string =>
  JSON.stringify({
    type: 'alert.raised',
    timestamp: new Date(at).toISOString(),
    data: { code, severity, summary, fields },
  });
