import { afterAll, expect, test } from 'vitest';
import { hermes, makeDataDir } from '../testing/hermes-process.ts';

const { dataDir, remove } = makeDataDir();
afterAll(remove);

test('what is old goes, what is not stays', { timeout: 90_000 }, async () => {
  await hermes(dataDir, ['chat', 'after-sales', '--say', 'ORD-87654321 到哪了']);
  const kept = await hermes(dataDir, ['archive', '--json']);
  expect(kept).toMatchObject({ status: 0, lines: [{ executions: 0, sessions: 0, spans: 0 }] });
  const gone = await hermes(dataDir, ['archive', '--older-than', '0.000001', '--json']);
  expect(gone.lines).toMatchObject([{ executions: 1, sessions: 1, artifacts: 0 }]);
  expect(await hermes(dataDir, ['trace'])).toMatchObject({ status: 0, stdout: 'No request fits.\n' });
  expect(await hermes(dataDir, ['archive', '--older-than', 'yesterday'])).toMatchObject({ status: 64 });
});
