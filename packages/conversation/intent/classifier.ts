import { calibrate, evidenceOf, score, softmax } from './calibration.ts';
import { buildLexicon } from './lexicon.ts';
import { type Example, NONE, trainModel } from './model.ts';
import { nearestTo } from './nearness.ts';

export interface Ranked {
  readonly intent: string;
  /** 0..1, calibrated: of readings with 0.9, nine in ten are right. */
  readonly confidence: number;
}

export interface Classification {
  /** Best first. Never empty. What is missing to 1 speaks for none of them. */
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

/** A reading hardly likelier than its opposite is asked about, however familiar the words are. */
const LIKELY = 0.6;
/** Where "none of them" was learned too, such a confidence has already been weighed against it. */
const SURE = 0.85;

/**
 * Trains in-process, from nothing but the examples; the same examples in the same order give the same classifier.
 * `background` holds sentences that belong to no intent; those that resemble an example are left out.
 */
export function trainClassifier(
  examples: readonly Example[],
  background: readonly string[] = [],
): Classifier {
  const unrelated = unlike(examples, background).map((text) => ({ text, intent: NONE }));
  const all = [...examples, ...unrelated];
  const { lexicon, bags } = buildLexicon(all.map(({ text }) => text));
  const samples = all.map(({ intent }, index) => ({ intent, bag: bags[index]! }));
  const model = trainModel(samples, lexicon.size);
  const calibration = calibrate(samples, lexicon.size);
  const learnedNone = unrelated.length > 0;

  function verdictOf(confidence: number, none: number, value: number): Classification['verdict'] {
    if (value < calibration.plausible || none > confidence) return 'out_of_scope';
    if (learnedNone && confidence >= SURE) return 'understood';
    return value < calibration.accept || confidence < LIKELY ? 'uncertain' : 'understood';
  }

  return {
    classify(folded) {
      const sight = model.see(lexicon.bagOf(folded));
      const probabilities = softmax(sight.margins, calibration.temperature);
      const all = model.intents.map((intent, index) => ({ intent, confidence: probabilities[index]! }));
      const none = all.find(({ intent }) => intent === NONE)?.confidence ?? 0;
      const ranking = all
        .filter(({ intent }) => intent !== NONE)
        .sort((left, right) => right.confidence - left.confidence);
      const value = score(calibration, evidenceOf(sight, calibration.temperature));
      const verdict = verdictOf(ranking[0]!.confidence, none, sight.coverage === 0 ? 0 : value);
      return { ranking, verdict, score: value };
    },
  };
}

const RESEMBLES = 0.35;

/** The sentences that are not near to any example. */
function unlike(examples: readonly Example[], background: readonly string[]): string[] {
  if (background.length === 0) return [];
  const { lexicon, bags } = buildLexicon(examples.map(({ text }) => text));
  const nearness = nearestTo(bags, lexicon.size);
  return background.filter((text) => nearness(lexicon.bagOf(text)) < RESEMBLES);
}
