import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { createHistory, failed, succeeded } from '../fixture/history.ts';
import { order, plannedStep } from '../fixture/order.ts';
import type { Side } from './envelope.ts';
import { createGate } from './gate.ts';
import { type Message, SENDERS } from './message.ts';

/** One of each message, as the bus makes them. */
function specimens(): Message[] {
  const history = createHistory(
    order([plannedStep('a', { effects: 'read', timeoutMs: 60_000 }), plannedStep('b')]),
  );
  history.claim();
  history.untilDue();
  history.untilDue();
  history.run(succeeded({ n: 1 }));
  history.run(failed('NO_STOCK'));
  const byType = new Map(history.messages().map((message) => [message.type, message]));
  return [...byType.values()];
}

test('the five messages have exactly the fields of the protocol', () => {
  verifies('M1');
  const fields = Object.fromEntries(specimens().map(({ type, body }) => [type, Object.keys(body).sort()]));
  expect(fields).toEqual({
    EXECUTE_REQUEST: ['input_params', 'retry_policy', 'timeout_ms', 'tool_name'],
    EXECUTE_ACK: ['request_id', 'scheduled_at'],
    EXECUTE_RESULT: ['execution_time_ms', 'output_data', 'request_id'],
    EXECUTE_ERROR: ['error_code', 'error_message', 'request_id', 'retryable'],
    EXECUTE_TIMEOUT: ['request_id', 'timeout_ms'],
  });
  for (const { envelope } of specimens()) {
    expect(Object.keys(envelope)).toEqual(
      expect.arrayContaining(['request_id', 'traceparent', 'priority', 'tenant', 'tool', 'version']),
    );
  }
});

test('a message from the wrong side is refused and counted', () => {
  verifies('M1');
  const gate = createGate(10_000);
  for (const message of specimens()) {
    for (const side of ['conversation', 'tools', 'bus'] as const satisfies readonly Side[]) {
      if (SENDERS[message.type] === side) expect(gate.admit(message, side)).toBe(message);
      else
        expect(() => gate.admit(message, side)).toThrow(expect.objectContaining({ code: 'SENDER_REFUSED' }));
    }
  }
  expect(gate.refusals()).toEqual({ sender: 10, invalid: 0, oversized: 0 });
});

test('what is no message, or too large, is refused and counted', () => {
  const gate = createGate(40);
  const result = specimens().find(({ type }) => type === 'EXECUTE_RESULT')!;
  const without = (part: object, key: string) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => name !== key));
  const broken: [unknown, string][] = [
    [null, '/type'],
    [{ ...result, type: 'toString' }, '/type'],
    [{ ...result, envelope: without(result.envelope, 'tenant') }, '/envelope/tenant'],
    [{ ...result, body: without(result.body, 'output_data') }, '/body'],
  ];
  for (const [message, where] of broken) {
    expect(() => gate.admit(message, 'tools')).toThrow(
      expect.objectContaining({ code: 'MESSAGE_INVALID', where }),
    );
  }
  expect(() => gate.admit(result, 'tools')).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
  expect(gate.refusals()).toEqual({ sender: 0, invalid: 4, oversized: 1 });
});
