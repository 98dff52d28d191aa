import { readUtterance, type Utterance } from '../text/utterance.ts';
import type { Work } from './work.ts';

const JOINT =
  /[。;!\n]+|[,、]?\s*(?:顺便再?|然后再?|另外|还有就是|还有|接着|并且|同时|再帮我|再把|再给我)|(?<![a-z])(?:[,.]\s*)?(?:and also|and then|and after that|also|then|and)(?![a-z])|(?<=[a-z])\.\s/gu;

/** One of the requests in a sentence. */
export interface Request {
  readonly intent: string;
  readonly text: string;
  readonly confidence: number;
}

/**
 * The requests of a sentence that holds several: each piece between joining words must be understood by itself, as a
 * task of its own. Otherwise the sentence is one request, and nothing is returned.
 */
export function splitRequests(work: Work, utterance: Utterance): Request[] {
  const pieces: string[] = [];
  let last = 0;
  for (const match of utterance.folded.matchAll(JOINT)) {
    pieces.push(utterance.text.slice(last, match.index));
    last = match.index + match[0].length;
  }
  pieces.push(utterance.text.slice(last));
  const spoken = pieces.map((piece) => piece.trim()).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  if (spoken.length < 2) return [];
  const requests: Request[] = [];
  for (const text of spoken) {
    const { verdict, ranking } = work.agent.classifier.classify(work.agent.mask(readUtterance(text)));
    const { intent, confidence } = ranking[0]!;
    if (verdict !== 'understood' || work.agent.flows.get(intent)?.kind !== 'task') return [];
    requests.push({ intent, text, confidence });
  }
  return new Set(requests.map(({ intent }) => intent)).size === requests.length ? requests : [];
}
