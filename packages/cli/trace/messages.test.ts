import { expect, test } from 'vitest';
import { widthOf } from '../terminal/width.ts';
import { drawMessages } from './messages.ts';

const envelope = { sequence: 1, sender: 'tools', request_id: 'r/2', tool: 'send_mail', version: '1.0.0' };
const plain = (_: unknown, text: string): string => text;

test('a message a line: when, which, of which step, tool and attempt, and what it says', () => {
  const lines = drawMessages(
    [
      {
        ...envelope,
        at: 1_024,
        type: 'EXECUTE_REQUEST',
        attempt: 0,
        tool_name: 'send_mail',
        timeout_ms: 20_000,
      },
      {
        ...envelope,
        at: 2_000,
        type: 'EXECUTE_ERROR',
        attempt: 2,
        error_code: 'SERVICE_UNAVAILABLE',
        retryable: true,
      },
    ],
    1_000,
    140,
    plain,
  );
  expect(lines.map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    '+24 ms EXECUTE_REQUEST /2 send_mail@1.0.0 timeout_ms=20000',
    '+1.00 s EXECUTE_ERROR /2 send_mail@1.0.0 #2 error_code=SERVICE_UNAVAILABLE retryable=true',
  ]);
});

test('a long one is cut to the terminal', () => {
  const [line] = drawMessages(
    [{ ...envelope, at: 0, type: 'EXECUTE_RESULT', output_data: '长'.repeat(200) }],
    0,
    100,
    plain,
  );
  expect(widthOf(line!)).toBeLessThanOrEqual(100);
});
