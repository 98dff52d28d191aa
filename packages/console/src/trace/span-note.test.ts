import { expect, test } from 'vitest';
import { spanNote } from './span-note.ts';

test.each([
  ['CONTRACT_VALIDATION', { contract: 'send_mail@1.0.0#b986', side: 'output' }, 'output'],
  ['TOOL_CALL', { contract: 'send_mail@1.0.0#b986', attempt: 2 }, 'send_mail@1.0.0 #2'],
  ['queue', { tool: 'send_mail', attempt: 1 }, 'send_mail'],
  ['execute send_mail', { tool: 'send_mail', attempt: 3 }, '#3'],
  ['turn', { intent: 'send_sales_report' }, 'send_sales_report'],
  ['outcome', { status: 'succeeded' }, ''],
])('%s %o is told apart by "%s"', (name, attributes, note) => {
  expect(spanNote({ name, attributes })).toBe(note);
});
