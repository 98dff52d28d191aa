import { expect, test } from 'vitest';
import { outcomeResponse } from './outcome-response.ts';

const outcomes = {
  succeeded: 'report_sent',
  pending: 'still_processing',
  needs_attention: 'handed_over',
  cancelled: 'request_cancelled',
  failed: [
    { code: 'NO_SALES_ROWS', response: 'report_empty' },
    { step: 'mail', response: 'report_not_mailed' },
    { response: 'report_failed' },
  ],
};

test('a failure is told by its step and code, the first row that fits', () => {
  expect(outcomeResponse(outcomes, 'failed', 'report', 'NO_SALES_ROWS')).toBe('report_empty');
  expect(outcomeResponse(outcomes, 'failed', 'mail', 'SERVICE_UNAVAILABLE')).toBe('report_not_mailed');
  expect(outcomeResponse(outcomes, 'failed', 'report', 'TOOL_CRASHED')).toBe('report_failed');
  expect(outcomeResponse(outcomes, 'needs_attention', 'mail', 'OUTCOME_UNKNOWN')).toBe('handed_over');
});
