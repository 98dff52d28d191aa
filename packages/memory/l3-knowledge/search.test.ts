import type { Store } from '@hermes-agent/store';
import { openSqlite } from '@hermes-agent/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemory } from '../create-memory.ts';
import { testKeys } from '../fixtures/keys.ts';
import { describeOnEachStore } from '../fixtures/stores.ts';
import type { Memory } from '../memory.ts';
import type { KnowledgeDocument } from './document.ts';

const memoryOn = (store: Store): Memory =>
  createMemory({
    store,
    keys: testKeys(),
    domains: [
      { name: 'retail', fields: {} },
      { name: 'wealth', fields: {} },
    ],
  });
const searching = (memory: Memory, domain = 'retail') => {
  const { knowledge } = memory.forTool({ tenant: 'acme', domain, sessionId: 's1', taskId: '1' });
  return async (query: string, limit?: number) =>
    (await knowledge.search(query, limit)).map(({ document }) => document);
};

describeOnEachStore('L3', (open) => {
  test('M12 Chinese words, single characters, glued ids and both scripts are found', async () => {
    const memory = memoryOn((await open()).store);
    await memory.knowledge.import('retail', [
      { id: 'refund', text: '用户要求订单A1001退款到支付宝' },
      { id: 'rerun', text: '步2 重跑gen-itgc后50条' },
      { id: 'memory', text: '清除記憶的办法' },
    ]);
    const find = searching(memory);
    for (const query of ['退款', '支付宝', 'A1001', 'a1001', '退', '支付寶']) {
      expect(await find(query), query).toEqual(['refund']);
    }
    expect(await find('itgc')).toEqual(['rerun']);
    expect(await find('記憶')).toEqual(['memory']);
    expect(await find('记忆')).toEqual(['memory']);
    for (const nothing of ['', '😀', '"', "' OR '1'='1", '航班'])
      expect(await find(nothing), nothing).toEqual([]);
  });

  test('finds the passage, with its headings, in English too', async () => {
    const memory = memoryOn((await open()).store);
    await memory.knowledge.import('retail', [
      {
        id: 'returns.md',
        text: '# After-sales\n\n## Returns\nSeven days, unworn.\n\n## Shipping\nWe pay it.',
      },
      { id: 'size.md', text: '# Sizes\nReturns are easier than guessing.' },
    ]);
    const { knowledge } = memory.forConversation({
      tenant: 'acme',
      domain: 'retail',
      subject: 'u1',
      sessionId: 's1',
    });
    const [hit] = await knowledge.search('how many days for returns', 1);
    expect(hit).toMatchObject({
      document: 'returns.md',
      title: 'After-sales',
      heading: 'After-sales › Returns',
      text: 'Seven days, unworn.',
    });
  });

  test('a new import replaces, withdraws and leaves alone; the versions stay', async () => {
    const { store } = await open();
    const memory = memoryOn(store);
    const find = searching(memory);
    const kept = { id: 'kept', text: '保修一年' };
    expect(
      await memory.knowledge.import('retail', [
        kept,
        { id: 'changed', text: '退货七天' },
        { id: 'gone', text: '优惠券' },
      ]),
    ).toEqual({ added: 3, replaced: 0, withdrawn: 0, unchanged: 0 });
    const next = [kept, { id: 'changed', text: '退货三十天' }];
    const report = await memory.knowledge.import('retail', next);
    expect(report).toEqual({ added: 0, replaced: 1, withdrawn: 1, unchanged: 1 });
    expect([await find('七天'), await find('三十天'), await find('优惠券'), await find('保修')]).toEqual([
      ['changed'],
      ['changed'],
      [],
      ['kept'],
    ]);
    expect(await memory.knowledge.import('retail', next)).toMatchObject({ unchanged: 2, withdrawn: 0 });
    const versions = await store.all<{ n: number }>('SELECT COUNT(*) AS n FROM knowledge_version');
    expect(versions).toEqual([{ n: 5 }]);
    await memory.knowledge.import('retail', []);
    expect(await find('保修')).toEqual([]);
    expect(await store.all('SELECT term FROM knowledge_term')).toEqual([]);
    expect(await store.all('SELECT passages, terms FROM knowledge_size')).toEqual([
      { passages: 0, terms: 0 },
    ]);
    await expect(store.run('DELETE FROM knowledge_version')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a domain finds its own alone, and what others hold does not move its ranking', async () => {
    const memory = memoryOn((await open()).store);
    await memory.knowledge.import('retail', [
      { id: 'a', text: '退款 政策' },
      { id: 'b', text: '退款 流程 说明' },
    ]);
    const { knowledge } = memory.forTool({ tenant: 't', domain: 'retail', sessionId: 's', taskId: '1' });
    const before = await knowledge.search('退款政策');
    await memory.knowledge.import('wealth', [{ id: 'a', text: '政策 政策 退款' }]);
    expect(await knowledge.search('退款政策')).toEqual(before);
    expect(await searching(memory, 'wealth')('流程')).toEqual([]);
  });

  test('is bounded in what is asked, what is looked at and what comes back', async () => {
    const memory = memoryOn((await open()).store);
    const documents = Array.from({ length: 700 }, (_, n) => ({
      id: `${n}`.padStart(3, '0'),
      text: n === 650 ? '退款 例外' : '退款 规则',
    }));
    await memory.knowledge.import('retail', documents);
    const find = searching(memory);
    expect(await find('退款')).toHaveLength(5);
    expect(await find('退款', 50)).toHaveLength(50);
    expect((await find('退款例外'))[0]).toBe('650');
    expect(await find('退款'.repeat(50_000), 1)).toHaveLength(1);
    for (const limit of [0, 51, 1.5]) {
      await expect(find('退款', limit)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await expect(memory.knowledge.import('retail', [documents[0]!, documents[0]!])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      where: '/1/id',
    });
  });

  test('M12 ranks to the last digit as SQLite does', async () => {
    const embedded = await openSqlite({ file: ':memory:' });
    const [here, there] = [memoryOn((await open()).store), memoryOn(embedded)];
    const words = fc.constantFrom(
      '退款',
      '退货',
      '政策',
      '訂單',
      'A1001',
      'refund',
      'policy',
      '的',
      '。',
      '\n# ',
      ' ',
    );
    const document = fc.array(words, { maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 8 }),
        fc.array(words, { maxLength: 4 }),
        async (texts, query) => {
          const documents: KnowledgeDocument[] = texts.map((text, n) => ({ id: `d${n}`, text }));
          const [left, right] = await Promise.all(
            [here, there].map(async (memory) => {
              await memory.knowledge.import('retail', documents);
              const { knowledge } = memory.forTool({
                tenant: 't',
                domain: 'retail',
                sessionId: 's',
                taskId: '1',
              });
              const hits = await knowledge.search(query.join(' '), 50);
              return hits.map(({ version: _, ...hit }) => hit);
            }),
          );
          expect(left).toEqual(right);
        },
      ),
      { numRuns: 20 },
    );
    await embedded.close();
  });
});
