import { HermesError } from '@hermes-agent/core';
import type { Environment } from '../../agent/settings.ts';
import { readHttpUrl } from '../delivery/http-url.ts';

export interface WebhookSettings {
  readonly url: URL;
  readonly secret: string;
}

/**
 * Where alerts go; null when nowhere. An unsigned alert could be anyone's, so an address without a secret is
 * refused.
 *
 * Throws `INVALID_ARGUMENT` for the address, `NOT_CONFIGURED` without a secret.
 */
export function readWebhookSettings(environment: Environment): WebhookSettings | null {
  const address = environment.HERMES_ALERT_WEBHOOK;
  if (!address) return null;
  const secret = environment.HERMES_ALERT_SECRET;
  if (!secret) {
    throw new HermesError('NOT_CONFIGURED', 'Alerts are sent signed, and there is no secret to sign with', {
      layer: 'runtime',
      where: 'HERMES_ALERT_SECRET',
      hint: 'Set it to a random text of 24 bytes or more, the same as at the receiver.',
    });
  }
  return { url: readHttpUrl('HERMES_ALERT_WEBHOOK', address), secret };
}
