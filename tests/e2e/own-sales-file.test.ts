import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keysOf, OPERATOR, openHouse } from './house.ts';

const folder = mkdtempSync(join(tmpdir(), 'hermes-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a broken row is told as what it is, and the trace names its line', async () => {
  const file = join(folder, 'broken.csv');
  writeFileSync(
    file,
    'date,region,product,quantity,amount\n2026-07-01,east,A,1,1.00\n2026-07-02,east,A,x,abc\n',
  );
  const house = await openHouse({ environment: { SALES_CSV: file } });
  try {
    const talk = await house.talkTo('office-reports');
    const said = await talk.say('帮我把Q3的销售报告发给李总监', Date.UTC(2026, 10, 16));
    expect(keysOf(said)).toEqual(['report_file_broken']);
    const requestId = said.replies[0]!.requestId!;
    const trace = await house.hermes.trace(requestId, OPERATOR);
    expect(trace).toMatchObject({ status: 'failed', code: 'SALES_FILE_INVALID' });
    const error = trace!.messages.find(({ type }) => type === 'EXECUTE_ERROR');
    expect(error!.error_message).toMatch(/line 3/i);
    const found = await house.hermes.findTraces({ tenant: 'local', sessionId: talk.sessionId });
    expect(found.map((summary) => summary.requestId)).toEqual([requestId]);
  } finally {
    await house.stop();
  }
});

test('a file that is not there is found out at the start, with its variable and path', async () => {
  const path = join(folder, 'missing.csv');
  await expect(openHouse({ environment: { SALES_CSV: path } })).rejects.toMatchObject({
    code: 'AGENT_INVALID',
    where: 'SALES_CSV',
    message: expect.stringContaining(path),
  });
});
