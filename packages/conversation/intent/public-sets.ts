import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSeededRandom } from '@hermes-agent/testkit';
import { readUtterance } from '../text/utterance.ts';
import type { Classifier } from './classifier.ts';
import type { Example } from './model.ts';

/** Public intent sets, read in place where they are; nothing of them belongs to this repository. */
const FOLDER = fileURLToPath(new URL('../../../../shared/data/intents/', import.meta.url));

export const hasPublicSets = existsSync(FOLDER);

export interface IntentSet {
  readonly train: readonly Example[];
  readonly test: readonly Example[];
  /** Sentences that belong to no intent. */
  readonly outOfScope: readonly string[];
}

export function readClinc(): IntentSet {
  const data = JSON.parse(readFileSync(`${FOLDER}clinc150/data_full.json`, 'utf8')) as Record<
    string,
    [string, string][]
  >;
  const rows = (name: string): Example[] =>
    (data[name] ?? []).map(([text, intent]) => ({ text: fold(text), intent }));
  return { train: rows('train'), test: rows('test'), outOfScope: rows('oos_test').map(({ text }) => text) };
}

export function readBanking(): IntentSet {
  const rows = (name: string): Example[] =>
    readFileSync(`${FOLDER}banking77/${name}.csv`, 'utf8')
      .split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .slice(1)
      .flatMap((line) => {
        const match = /^(?:"((?:[^"]|"")*)"|([^,]*)),(\w+\??)$/s.exec(line.trim());
        return match === null ? [] : [{ text: fold(match[1] ?? match[2] ?? ''), intent: match[3]! }];
      });
  return { train: rows('train'), test: rows('test'), outOfScope: [] };
}

const fold = (text: string): string => readUtterance(text).folded;

/** `count` examples of every intent, picked at random but always the same. */
export function shots(examples: readonly Example[], count: number): Example[] {
  const seen = new Map<string, number>();
  const random = createSeededRandom(11);
  const shuffled = examples
    .map((example) => ({ example, key: random() }))
    .sort((left, right) => left.key - right.key);
  return shuffled
    .map(({ example }) => example)
    .filter(({ intent }) => {
      const before = seen.get(intent) ?? 0;
      seen.set(intent, before + 1);
      return before < count;
    });
}

export interface Measured {
  readonly accuracy: number;
  /** Share of right readings that are accepted. */
  readonly accepted: number;
  /** Share of out-of-scope sentences that are not accepted. */
  readonly refused: number;
  /** Expected calibration error over ten bins. */
  readonly calibrationError: number;
}

export function measure(classifier: Classifier, { test, outOfScope }: IntentSet): Measured {
  const readings = test.map(({ text, intent }) => {
    const { ranking, verdict } = classifier.classify(text);
    return { right: ranking[0]!.intent === intent, confidence: ranking[0]!.confidence, verdict };
  });
  const right = readings.filter((reading) => reading.right);
  const refused = outOfScope.filter((text) => classifier.classify(text).verdict !== 'understood');
  let calibrationError = 0;
  for (let bin = 0; bin < 10; bin += 1) {
    const inside = readings.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
    if (inside.length === 0) continue;
    const accuracy = inside.filter((reading) => reading.right).length / inside.length;
    const confidence = inside.reduce((sum, reading) => sum + reading.confidence, 0) / inside.length;
    calibrationError += (Math.abs(accuracy - confidence) * inside.length) / readings.length;
  }
  return {
    accuracy: right.length / readings.length,
    accepted: right.filter(({ verdict }) => verdict === 'understood').length / right.length,
    refused: outOfScope.length === 0 ? 1 : refused.length / outOfScope.length,
    calibrationError,
  };
}
