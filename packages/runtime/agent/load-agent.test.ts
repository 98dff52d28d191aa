import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HermesError } from '@hermes-agent/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadAgent } from './load-agent.ts';

const SHIPPED = resolve(import.meta.dirname, '../../../agents/after-sales');

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hermes-agent-'));
  folder = join(parent, 'after-sales');
  cpSync(SHIPPED, folder, { recursive: true });
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const change = (file: string, from: string, to: string): void => {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
};

async function complaint(): Promise<string> {
  try {
    await loadAgent(folder);
    return 'none';
  } catch (thrown) {
    if (!(thrown instanceof HermesError)) throw thrown;
    return `${thrown.where?.replace(`${folder}/`, '')}: ${thrown.message}`;
  }
}

test('the shipped agent loads', async () => {
  expect(await complaint()).toBe('none');
});

describe('a broken folder is refused with file, line, and what was expected', () => {
  test.each([
    ['YAML that is none', 'agent.yaml', 'agent: hermes/v1', 'agent: [hermes/v1', /^agent\.yaml:\d+:\d+: /],
    [
      'a zone there is not',
      'agent.yaml',
      'Asia/Shanghai',
      'Asia/Atlantis',
      /^agent\.yaml:\d+:\d+: .*IANA time zone/,
    ],
    ['an unknown key', 'agent.yaml', 'locale: zh', 'locale: zh\nlocal: en', /^agent\.yaml:\d+:\d+: .*local/],
    [
      'another name than its folder',
      'agent.yaml',
      'name: after-sales',
      'name: aftersales',
      /folder of another name/,
    ],
    [
      'a slot there is not',
      'plans/return_request.yaml',
      'reason: { $slot: /reason }',
      'reason: { $slot: /cause }',
      /^plans\/return_request\.yaml:\d+:\d+: .*nothing at \/cause/,
    ],
    [
      'a tool there is not',
      'plans/order_query.yaml',
      'tool: get_order',
      'tool: get_ordr',
      /^plans\/order_query\.yaml:\d+:\d+: .*no contract is named get_ordr; there are .*get_order/,
    ],
    [
      'a major nobody has',
      'plans/order_query.yaml',
      'version: ^1',
      'version: ^2',
      /^plans\/order_query\.yaml:\d+:\d+: .*no contract of get_order satisfies \^2/,
    ],
    [
      'words there are not',
      'plans/return_request.yaml',
      'succeeded: return_created',
      'succeeded: return_made',
      /^plans\/return_request\.yaml:\d+:\d+: .*no response is named return_made/,
    ],
    [
      'a remembered field nobody declared',
      'agent.yaml',
      'preferred_category:',
      'favourite_category:',
      /^agent\.yaml: .*remembers preferred_category, which is not declared/,
    ],
  ])('%s', async (_name, file, from, to, expected) => {
    change(file, from, to);
    expect(await complaint()).toMatch(expected);
  });

  test('an intent that gathers slots, and no plan to carry it out', async () => {
    rmSync(join(folder, 'plans', 'order_query.yaml'));
    expect(await complaint()).toContain('order_query gathers slots, and no plan carries it out');
  });
});
