import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { hasPublicSets, measure, readBanking, readClinc, shots } from '../fixture/public-intents.ts';
import { readUtterance } from '../text/utterance.ts';
import { trainClassifier } from './classifier.ts';
import { featuresOf } from './features.ts';
import type { Example } from './model.ts';

const fold = (text: string): string => readUtterance(text).folded;
const EXAMPLES: readonly Example[] = Object.entries({
  track: [
    '我的快递到哪了',
    '查物流',
    '物流信息',
    '发货了吗',
    'where is my parcel',
    'track my order',
    'delivery status',
    'has it shipped',
  ],
  refund: [
    '我要退款',
    '申请退款',
    '把钱退给我',
    '退掉这单',
    'I want a refund',
    'give me my money back',
    'refund my order',
    'return it',
  ],
  invoice: [
    '开发票',
    '我要发票',
    '发票抬头改一下',
    '电子发票',
    'send me an invoice',
    'I need an invoice',
    'invoice please',
    'tax invoice',
  ],
}).flatMap(([intent, texts]) => texts.map((text) => ({ intent, text: fold(text) })));
const BACKGROUND = [
  '今天天气怎么样',
  '讲个笑话',
  '现在几点',
  '唱首歌',
  'what is the weather',
  'tell me a joke',
  'what time is it',
  'sing a song',
].map(fold);

describe('a classifier of three intents', () => {
  const classifier = trainClassifier(EXAMPLES, BACKGROUND);

  test.each([
    ['帮我查一下物流信息', 'track'],
    ['我想申请退款', 'refund'],
    ['给我开张发票', 'invoice'],
    ['could you track the parcel', 'track'],
    ['refund please', 'refund'],
    ['帮我 refund 这单', 'refund'],
  ])('%s is %s', (text, intent) => {
    const { ranking } = classifier.classify(fold(text));
    expect(ranking[0]!.intent).toBe(intent);
    expect(ranking).toHaveLength(3);
  });

  test.each(['明天天气', '再讲一个笑话', 'the weather tomorrow', 'ζωή'])('%s is none of them', (text) => {
    expect(classifier.classify(fold(text)).verdict).toBe('out_of_scope');
  });

  test('the same examples give the same answers', () => {
    const again = trainClassifier(EXAMPLES, BACKGROUND);
    for (const { text } of EXAMPLES) expect(again.classify(text)).toEqual(classifier.classify(text));
  });

  test('one intent alone still tells its own from the rest', () => {
    const lonely = trainClassifier(EXAMPLES.filter(({ intent }) => intent === 'track'));
    expect(lonely.classify(fold('查物流')).verdict).toBe('understood');
    expect(lonely.classify(fold('sing a song')).verdict).not.toBe('understood');
  });
});

test('features: words and pairs, characters inside words, Han grams; what is recognised stays whole', () => {
  const features = [...featuresOf('查 @date 报表 abc').keys()];
  expect(features).toEqual(expect.arrayContaining(['查', '报表', 'w @date', 'p @date abc', '<a', 'bc>']));
  expect(features).not.toContain('<@');
});

describe.skipIf(!hasPublicSets)('public sets, ten examples an intent (skipped where they are not)', () => {
  test('CLINC150', { timeout: 120_000 }, () => {
    verifies('C2');
    const set = readClinc();
    const part = {
      ...set,
      test: set.test.filter((_, index) => index % 5 === 0),
      outOfScope: set.outOfScope.filter((_, index) => index % 5 === 0),
    };
    const result = measure(trainClassifier(shots(set.train, 10)), part);
    console.info('CLINC150, 10 examples an intent', result);
    expect(result.accuracy).toBeGreaterThan(0.77);
    expect(result.accepted).toBeGreaterThan(0.8);
    expect(result.refused).toBeGreaterThan(0.75);
  });

  test('BANKING77', { timeout: 120_000 }, () => {
    const set = readBanking();
    const part = { ...set, test: set.test.filter((_, index) => index % 3 === 0) };
    const result = measure(trainClassifier(shots(set.train, 10)), part);
    console.info('BANKING77, 10 examples an intent', result);
    expect(result.accuracy).toBeGreaterThan(0.68);
  });
});
