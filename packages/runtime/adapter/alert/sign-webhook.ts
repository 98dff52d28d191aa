import { createHmac } from 'node:crypto';

export interface SignedHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * The headers by which a receiver knows that `body` is ours and fresh: HMAC-SHA256 over id, time and body, as
 * Standard Webhooks 1.0.0 has it, for which there are libraries in most languages. A `secret` that begins with
 * `whsec_` is base64; any other is taken as its UTF-8 bytes.
 */
export function signWebhook(secret: string, id: string, atMs: number, body: string): SignedHeaders {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const seconds = String(Math.floor(atMs / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
