import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HermesError } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadFlows } from './load.ts';

const SHOP = fileURLToPath(new URL('../fixture/shop', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-flows-'));
  await cp(SHOP, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Changes one file of the shop and returns what the loader says of it. */
async function complaintAfter(
  file: string,
  from: string | RegExp,
  to: string,
): Promise<{ message: string; where: string }> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(from);
  await writeFile(path, text.replace(from, to));
  const error = await loadFlows(folder).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HermesError)) throw new Error('the loader said nothing');
  expect(error.code).toBe('DOCUMENT_INVALID');
  return { message: error.message, where: error.where!.replace(`${folder}/`, '') };
}

test('the whole shop loads', async () => {
  const { flows, responses, directory } = await loadFlows(folder);
  expect(flows.map(({ intent }) => intent).sort()).toEqual([
    'refund',
    'refund_time',
    'stop_all',
    'track',
    'write_to',
  ]);
  expect(responses.texts.get('ask_order')!.text.en).toContain('A1001');
  expect(directory!.people).toHaveLength(5);
});

describe('what is wrong is named with file, line and column', () => {
  test.each([
    [
      'a required slot without a question',
      'flows/track.yaml',
      '    ask: ask_order\n',
      '',
      /no question/,
      'flows/track.yaml:7:5',
    ],
    [
      'a response that nobody wrote',
      'flows/track.yaml',
      'ask: ask_order',
      'ask: ask_it',
      /no response is called "ask_it"/,
      'flows/track.yaml:11:10',
    ],
    [
      'a key the format does not know',
      'flows/refund.yaml',
      'confirm: confirm_refund',
      'confirms: confirm_refund',
      /confirms/,
      'flows/refund.yaml:5:1',
    ],
    [
      'an example of another intent',
      'flows/track.yaml',
      '查物流,',
      '申请退款,',
      /also an example of "track"/,
      'flows/refund.yaml:32:7',
    ],
    [
      'an intent twice',
      'flows/track.yaml',
      'intent: track',
      'intent: refund',
      /two flows/,
      'flows/refund.yaml:2:9',
    ],
    [
      'a near intent that is none',
      'flows/track.yaml',
      'near: [refund]',
      'near: [refunds]',
      /no other intent/,
      'flows/track.yaml:4:8',
    ],
    [
      'what can never be reached',
      'flows/chat.yaml',
      'reply: refund_time',
      'reply: refund_time\nconfirm: confirm_stop',
      /unreachable/,
      'flows/chat.yaml:5:10',
    ],
    [
      'a broken pattern',
      'flows/track.yaml',
      "'[A-Z]\\d{4}'",
      "'[A-Z\\d{4}'",
      /regular expression/,
      'flows/track.yaml:10:14',
    ],
    [
      'words in one language only',
      'flows/responses.yaml',
      /, en: To whom\? /,
      ' ',
      /en/,
      'flows/responses.yaml:6:18',
    ],
    [
      'a placeholder that can never be filled',
      'flows/responses.yaml',
      '确认退款 {slot.order}',
      '确认退款 {slot.number}',
      /no flow has a slot "number"/,
      'flows/responses.yaml:9:9',
    ],
    [
      'a place that is none',
      'flows/responses.yaml',
      '{facts.cents',
      '{fact.cents',
      /begins with slot/,
      'flows/responses.yaml:9:9',
    ],
    [
      'a filter that is none',
      'flows/responses.yaml',
      '| money CNY',
      '| cash CNY',
      /the filters are money/,
      'flows/responses.yaml:9:9',
    ],
    ['a brace alone', 'flows/responses.yaml', '在路上', '在路上}', /brace/, 'flows/responses.yaml:29:18'],
    [
      'a key of a person misspelt, before the key that is missing for it',
      'directory.yaml',
      'address:',
      'adress:',
      /Unrecognized key: "adress"/,
      'directory.yaml:9:7',
    ],
    [
      'a key of a flow misspelt, before the key that is missing for it',
      'flows/track.yaml',
      'examples:',
      'exampels:',
      /Unrecognized key: "exampels"/,
      'flows/track.yaml:12:1',
    ],
    [
      'a refusal that asks for a slot the flow does not have',
      'flows/refund.yaml',
      'confirm: confirm_refund',
      'confirm: confirm_refund\nrefused: { refused: number }',
      /"number" is no slot that is asked for/,
      'flows/refund.yaml:6:21',
    ],
    [
      'two people with one id',
      'directory.yaml',
      'id: zhang-lin-2',
      'id: zhang-lin-1',
      /taken/,
      'directory.yaml:12:11',
    ],
    [
      'a mail address that is none',
      'directory.yaml',
      'zl1@example.cn',
      'zl1',
      /mail address/,
      'directory.yaml:9:16',
    ],
  ])('%s', async (_, file, from, to, message, where) => {
    const complaint = await complaintAfter(file, from, to);
    expect(complaint.message).toMatch(message);
    expect(complaint.where).toBe(where);
  });

  test('a document of neither kind', async () => {
    await writeFile(join(folder, 'flows', 'other.yaml'), 'something: else\n');
    await expect(loadFlows(folder)).rejects.toMatchObject({ message: expect.stringContaining('flow:') });
  });

  test('a folder that is not there', async () => {
    await expect(loadFlows(join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'DOCUMENT_INVALID',
      hint: expect.stringContaining('flows/*.yaml'),
    });
  });
});

test('a flow that grows past its state budget is reported', async () => {
  verifies('C7');
  const { message, where } = await complaintAfter(
    'flows/refund.yaml',
    'confirm: confirm_refund',
    'confirm: confirm_refund\nstate_budget: 5',
  );
  expect(message).toMatch(/6 states, its budget is 5/);
  expect(where).toMatch(/^flows\/refund\.yaml:\d+/);
});
