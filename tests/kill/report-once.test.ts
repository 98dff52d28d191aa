import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { killDuringReports } from './report-once.ts';

const long = process.env.HERMES_TEST_LONG === '1';
const KILLS = long ? 20 : 6;

test(`a server killed at ${KILLS} random moments sends each report once, or has it with a person; never twice`, async () => {
  verifies('G3', 'M10');
  const reports = await killDuringReports(KILLS, 20_261_201);
  expect(reports).toHaveLength(KILLS);
  for (const report of reports) {
    const allowed: Record<string, readonly number[]> = {
      succeeded: [1],
      failed: [0],
      needs_attention: [0, 1],
    };
    expect(allowed[report.status], JSON.stringify(report)).toContain(report.mails);
    if (report.status !== 'succeeded') expect(report.code, JSON.stringify(report)).not.toBeNull();
  }
}, 300_000);
