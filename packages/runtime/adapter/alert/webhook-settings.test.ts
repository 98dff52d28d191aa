import { expect, test } from 'vitest';
import { readWebhookSettings } from './webhook-settings.ts';

const SECRET = 'made-up-and-long-enough';

test('an address and a secret are needed together', () => {
  expect(readWebhookSettings({})).toBe(null);
  const settings = { HERMES_ALERT_WEBHOOK: 'https://ops.example/x', HERMES_ALERT_SECRET: SECRET };
  expect(readWebhookSettings(settings)).toMatchObject({ secret: SECRET });
  expect(() => readWebhookSettings({ HERMES_ALERT_WEBHOOK: 'https://ops.example/x' })).toThrow(
    expect.objectContaining({ code: 'NOT_CONFIGURED', where: 'HERMES_ALERT_SECRET' }),
  );
});

test('what is no address is refused without being shown', () => {
  const bad = { HERMES_ALERT_WEBHOOK: 'ftp://user:hidden@ops.example', HERMES_ALERT_SECRET: SECRET };
  expect(() => readWebhookSettings(bad)).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      where: 'HERMES_ALERT_WEBHOOK',
      message: expect.not.stringContaining('hidden'),
    }),
  );
});
