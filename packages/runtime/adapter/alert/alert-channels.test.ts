import { createHmac } from 'node:crypto';
import {
  type Alert,
  createIds,
  type LogFields,
  type Logger,
  silentLogger,
  systemClock,
} from '@hermes-agent/core';
import { expect, test } from 'vitest';
import { type Answer, startReceiver } from '../testing/receiver.ts';
import { createAlertChannels } from './alert-channels.ts';

const SECRET = 'a secret nobody may read';
const ALERT: Alert = {
  code: 'NEEDS_ATTENTION',
  severity: 'critical',
  summary: { zh: '需要人工处理', en: 'A person is needed' },
  fields: { request_id: 'r-1', reason: null },
  at: Date.UTC(2026, 0, 15, 1),
};

async function openChannels(answer?: (number: number) => Answer | null) {
  const receiver = await startReceiver(answer);
  const lines: [level: string, message: string, fields: LogFields | undefined][] = [];
  const at = (level: string) => (message: string, fields?: LogFields) =>
    void lines.push([level, message, fields]);
  const logger: Logger = { ...silentLogger, info: at('info'), warn: at('warn'), error: at('error') };
  const world = { clock: systemClock, random: () => 0, ids: createIds(systemClock), logger };
  const heard: Alert[] = [];
  const settings = { url: new URL(`${receiver.url}/hook?token=hidden`), secret: SECRET };
  const channels = createAlertChannels(settings, world, { raise: (alert) => void heard.push(alert) });
  return { receiver, lines, heard, channels };
}

test('an alert is logged, counted, and POSTed with a signature that the secret proves', async () => {
  const { receiver, lines, heard, channels } = await openChannels();
  channels.raise(ALERT);
  channels.raise(ALERT);
  await channels.close(5_000);
  expect(heard).toEqual([ALERT]);
  expect(lines).toEqual([
    ['error', 'A person is needed', { request_id: 'r-1', reason: null, alert: 'NEEDS_ATTENTION' }],
  ]);
  const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[0]];
  expect(receiver.received).toHaveLength(1);
  expect(path).toBe('/hook?token=hidden');
  const { severity, code, summary, fields } = ALERT;
  expect(JSON.parse(body)).toEqual({
    type: 'alert.raised',
    timestamp: '2026-01-15T01:00:00.000Z',
    data: { code, severity, summary, fields },
  });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const proof = createHmac('sha256', SECRET).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${proof}`);
  expect(Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']))).toBeLessThan(60);
});

test('is sent again under the same id until it is taken', async () => {
  const { receiver, channels } = await openChannels((number) => ({ status: number === 1 ? 500 : 204 }));
  channels.raise(ALERT);
  await receiver.heard(2);
  await channels.close(5_000);
  const [first, second] = receiver.received;
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(channels.dropped()).toBe(0);
});

test('a receiver that never answers holds the stop up for no longer than allowed, and no secret is logged', async () => {
  const { receiver, lines, channels } = await openChannels(() => null);
  channels.raise(ALERT);
  await receiver.heard(1);
  const startedAt = performance.now();
  await channels.close(100);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(channels.dropped()).toBe(1);
  expect(lines.map(([, message]) => message)).toContain('an alert could not be delivered');
  expect(JSON.stringify(lines)).not.toMatch(/hidden|secret|127\.0\.0\.1/);
});
