import type { Classification } from '../intent/classifier.ts';
import type { Utterance } from '../text/utterance.ts';
import type { Work } from './work.ts';

const EXCLUDED_LIMIT = 3;

/** Classifies a sentence and records what it was taken for and which near intents were left out. */
export function understand(work: Work, utterance: Utterance): Classification {
  const classification = work.agent.classifier.classify(work.agent.mask(utterance));
  record(work, classification, classification.verdict === 'understood');
  return classification;
}

export function record(work: Work, { ranking }: Classification, taken: boolean) {
  const best = ranking[0]!;
  const near = new Set(work.agent.flows.get(best.intent)?.near ?? []);
  const others = taken ? ranking.slice(1) : ranking;
  const excluded = others.filter(({ intent }, index) => index < EXCLUDED_LIMIT || near.has(intent));
  work.understood = { intent: taken ? best.intent : null, confidence: best.confidence, excluded };
}
