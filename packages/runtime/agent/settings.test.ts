import { expect, test } from 'vitest';
import { agentDocument } from './agent-document.ts';
import { demoEnvironmentOf, resolveSurroundings } from './settings.ts';

const document = agentDocument.parse({
  agent: 'hermes/v1',
  name: 'office-reports',
  title: { zh: '报告', en: 'Reports' },
  description: { zh: '报告', en: 'Reports' },
  domain: { name: 'office' },
  tries: ['你好'],
  servers: {
    smtp: { url_env: 'SMTP_URL', demo: 'smtp' },
    mailbox: { url_env: 'MAILBOX_URL', demo: 'mailbox' },
  },
  settings: { sales_csv: { env: 'SALES_CSV', default: 'demo' } },
  secrets: { 'order_centre/token': { env: 'TOKEN', demo: true }, 'crm/key': { file: '/run/secrets/crm' } },
});

const demo = {
  servers: { smtp: 'smtp://127.0.0.1:1', mailbox: 'http://127.0.0.1:2' },
  settings: { sales_csv: '/demo/sales.csv' },
  secrets: { 'order_centre/token': 'demo-token' },
  stop: async () => {},
};

test('with nothing configured, the demo stands in', () => {
  const { servers, settings, secrets } = resolveSurroundings(document, {}, demo);
  expect(servers).toEqual(demo.servers);
  expect(settings).toEqual({ sales_csv: '/demo/sales.csv' });
  expect(secrets).toEqual({
    'order_centre/token': { value: 'demo-token' },
    'crm/key': { file: '/run/secrets/crm' },
  });
});

test('a real mail server never meets the demo mailbox', () => {
  const { servers } = resolveSurroundings(document, { SMTP_URL: 'smtp://mail.example.com' }, demo);
  expect(servers).toEqual({ smtp: 'smtp://mail.example.com' });
});

test('an address that is none is refused without being repeated: it may hold a password', () => {
  const refuse = (): unknown => resolveSurroundings(document, { SMTP_URL: 'pass word@host' }, null);
  expect(refuse).toThrow(expect.objectContaining({ code: 'AGENT_INVALID', where: 'SMTP_URL' }));
  expect(refuse).toThrow(expect.not.objectContaining({ message: expect.stringContaining('pass word') }));
});

test('what a demo brought can be given to another process by environment', () => {
  expect(demoEnvironmentOf(document, demo)).toEqual({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAILBOX_URL: 'http://127.0.0.1:2',
    SALES_CSV: '/demo/sales.csv',
    TOKEN: 'demo-token',
  });
});
