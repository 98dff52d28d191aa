import { expect, test } from 'vitest';
import { messageLine } from './message.ts';

test('a message says when, what, for which step and tool, and with which code', () => {
  expect(
    messageLine({
      at: 1000,
      type: 'EXECUTE_ERROR',
      sequence: 7,
      sender: 'tools',
      request_id: '0198c0de/2/verify/1',
      tool: 'send_mail',
      error_code: 'SERVICE_UNAVAILABLE',
      retryable: true,
    }),
  ).toEqual({
    atMs: 1000,
    type: 'EXECUTE_ERROR',
    step: '2/verify/1',
    tool: 'send_mail',
    note: 'SERVICE_UNAVAILABLE',
    tone: 'bad',
  });
});

test('a message of an unknown form is still a line', () => {
  expect(messageLine({ type: 'NEWS' })).toMatchObject({ type: 'NEWS', step: '', tone: 'plain' });
});
