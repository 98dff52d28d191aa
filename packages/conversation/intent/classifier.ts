import { calibrate, evidenceOf, score, softmax } from './calibration.ts';
import { type Example, trainModel } from './model.ts';

export interface Ranked {
  readonly intent: string;
  /** 0..1, calibrated: of readings with 0.9, nine in ten are right. All of a sentence sum to 1. */
  readonly confidence: number;
}

export interface Classification {
  /** Best first. Never empty. */
  readonly ranking: readonly Ranked[];
  /** `understood`: act on the first. `uncertain`: offer the first few. `out_of_scope`: none of them. */
  readonly verdict: 'understood' | 'uncertain' | 'out_of_scope';
  /** 0..1: how much the sentence looks like one that is read rightly. What the verdict is made from. */
  readonly score: number;
}

export interface Classifier {
  /** Reads a folded (and, where training was masked, masked) sentence. */
  classify(folded: string): Classification;
}

/** Less likely than its opposite is never understood, however familiar the words are. */
const LIKELY = 0.5;

/** Trains in-process, from nothing but the examples; the same examples in the same order give the same classifier. */
export function trainClassifier(examples: readonly Example[]): Classifier {
  const model = trainModel(examples);
  const calibration = calibrate(examples);
  return {
    classify(folded) {
      const sight = model.see(folded);
      const probabilities = softmax(sight.margins, calibration.temperature);
      const ranking = model.intents
        .map((intent, index) => ({ intent, confidence: probabilities[index]! }))
        .sort((left, right) => right.confidence - left.confidence);
      const value = score(calibration, evidenceOf(sight, calibration.temperature));
      const verdict =
        sight.coverage === 0 || value < calibration.plausible
          ? 'out_of_scope'
          : value < calibration.accept || ranking[0]!.confidence < LIKELY
            ? 'uncertain'
            : 'understood';
      return { ranking, verdict, score: value };
    },
  };
}
