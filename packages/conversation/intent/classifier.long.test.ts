import { describe, expect, test } from 'vitest';
import { hasPublicSets, measure, readBanking, readClinc } from '../fixture/public-intents.ts';
import { trainClassifier } from './classifier.ts';

describe.skipIf(!hasPublicSets)('public sets in full (skipped where they are not)', () => {
  test('CLINC150', { timeout: 1_800_000 }, () => {
    const set = readClinc();
    const result = measure(trainClassifier(set.train), set);
    console.info('CLINC150 in full', result);
    expect(result.accuracy).toBeGreaterThan(0.905);
    expect(result.calibrationError).toBeLessThan(0.06);
  });

  test('BANKING77', { timeout: 1_800_000 }, () => {
    const set = readBanking();
    const result = measure(trainClassifier(set.train), set);
    console.info('BANKING77 in full', result);
    expect(result.accuracy).toBeGreaterThan(0.895);
    expect(result.calibrationError).toBeLessThan(0.06);
  });
});
