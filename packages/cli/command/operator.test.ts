import { provesCommand } from '@hermes-agent/testkit';
import { afterAll, expect, test } from 'vitest';
import { hermes, makeDataDir } from '../testing/hermes-process.ts';

const { dataDir, remove } = makeDataDir();
afterAll(remove);

const LIMIT_MS = 90_000;

test('nothing waits in a new store, and settling all of nothing is no fault', {
  timeout: LIMIT_MS,
}, async () => {
  expect(await hermes(dataDir, ['attention', 'list'])).toMatchObject({
    status: 0,
    stdout: 'Nothing waits for a person.\n',
  });
  expect(await hermes(dataDir, ['compensation', 'list', '--json'])).toMatchObject({ status: 0, stdout: '' });
  expect(await hermes(dataDir, ['compensation', 'settle', '--all', '--done'])).toMatchObject({
    status: 0,
    stdout: 'No compensation is pending.\n',
  });
});

test('a decision must be said, and about something', { timeout: LIMIT_MS }, async () => {
  provesCommand('npx hermes attention settle REQUEST_ID --step STEP_NAME --done');
  provesCommand('npx hermes compensation settle STEP_ID STEP_ID --done');
  const undecided = await hermes(dataDir, ['attention', 'settle', 'r1', '--step', 'pay', '--json']);
  expect(undecided).toMatchObject({ status: 64, lines: [{ error: { code: 'INVALID_ARGUMENT' } }] });
  const both = ['compensation', 'settle', 'r1/1', '--all', '--done', '--json'];
  expect(await hermes(dataDir, both)).toMatchObject({ status: 64 });
  const unknown = ['attention', 'settle', 'r1', '--step', 'pay', '--done', '--json'];
  expect(await hermes(dataDir, unknown)).toMatchObject({
    status: 66,
    lines: [{ error: { code: 'EXECUTION_NOT_FOUND' } }],
  });
  const nowhere = ['compensation', 'settle', 'r1/1', 'r2/1', '--done', '--json'];
  expect((await hermes(dataDir, nowhere)).lines).toMatchObject([
    { stepId: 'r1/1', code: 'NOT_FOUND' },
    { stepId: 'r2/1', code: 'NOT_FOUND' },
    { error: { code: 'CONFLICT' } },
  ]);
});
