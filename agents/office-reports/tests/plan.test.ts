import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = async (path: string) => parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'));

test('the plan makes the report before it mails it, and asks before it would mail again', async () => {
  const plan = await read('plans/send_sales_report.yaml');
  expect(plan.steps.map(({ tool }: { tool: string }) => tool)).toEqual([
    'generate_sales_report',
    'send_mail',
  ]);
  const [, mail] = plan.steps;
  expect(mail.input.attachments).toEqual([{ $output: 'report#/report' }]);
  expect(mail.verify).toMatchObject({ tool: 'find_sent_mail', input: { key: { $idempotency_key: 'mail' } } });
  expect(plan.preview.refuse).toEqual([{ when: { pointer: '/rows', equals: 0 }, response: 'report_empty' }]);
});

test('every response the plan names has words in Chinese and English', async () => {
  const { preview, steps, outcomes } = await read('plans/send_sales_report.yaml');
  const { texts } = await read('flows/responses.yaml');
  const { failed, ...others } = outcomes;
  const keys = [
    ...Object.values(others),
    ...[...failed, ...preview.refuse, ...preview.failed].map(({ response }) => response),
    ...[steps[1].input.subject, steps[1].input.body].map(({ $text }) => $text),
  ];
  for (const key of keys) {
    expect(texts[key as string], key as string).toEqual(
      expect.objectContaining({
        zh: expect.stringMatching(/\p{Script=Han}/u),
        en: expect.stringMatching(/[a-z]/),
      }),
    );
  }
});
