import { verifies } from '@hermes-agent/testkit';
import { freePort } from '@hermes-agent/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox } from '../../agents/office-reports/demo/mailbox/mailbox.ts';
import { type House, keysOf, OPERATOR, openHouse, wordsOf } from './house.ts';

let house: House;
let port: number;
beforeAll(async () => {
  port = await freePort();
  house = await openHouse({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}?from=reports%40office.example` },
  });
});
afterAll(() => house.stop());

test('the mail server is down: the user hears what was done and what was not, and no mail goes out later', async () => {
  verifies('G3', 'M9');
  const talk = await house.talkTo('office-reports');
  await talk.say('把上个月的销售报告发给李总监');
  const ended = await talk.say('是');
  expect(keysOf(ended).at(-1)).toBe('report_not_mailed');
  expect(wordsOf(ended)).toContain('报告已经生成');
  expect(wordsOf(ended)).toContain('不会自动补发');

  const trace = await house.hermes.trace(ended.requestIds[0]!, OPERATOR);
  expect(trace).toMatchObject({ status: 'failed', code: 'SERVICE_UNAVAILABLE' });
  const errors = trace!.messages.filter(({ type }) => type === 'EXECUTE_ERROR');
  expect(errors).toHaveLength(3);
  expect(errors[0]).toMatchObject({ error_code: 'SERVICE_UNAVAILABLE', retryable: true });

  const mailbox = await startMailbox({
    dataDir: house.dataDir,
    now: () => Date.now(),
    smtpPort: port,
    httpPort: 0,
  });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const answer = await fetch(`${mailbox.httpUrl}/messages`);
  expect(await answer.json()).toMatchObject({ messages: [] });
  await mailbox.stop();
});
