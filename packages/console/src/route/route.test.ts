import { expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route } from './route.ts';

test.each<Route>([
  { page: 'chat', agent: 'office-reports' },
  { page: 'chat', agent: null },
  { page: 'mailbox', mailId: 'a/b c' },
  { page: 'requests', requestId: null },
  { page: 'attention' },
])('%o goes into the address and comes back', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test('an unknown or broken address is the chat', () => {
  expect(parseRoute('')).toEqual({ page: 'chat', agent: null });
  expect(parseRoute('#/nowhere/x')).toEqual({ page: 'chat', agent: null });
  expect(parseRoute('#/mailbox/%')).toEqual({ page: 'mailbox', mailId: '%' });
});
