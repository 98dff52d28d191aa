import { blank, readUtterance, type Utterance } from '../text/utterance.ts';
import type { Work } from './work.ts';

/** Words and marks that end one request and begin another; a comma only may. */
const JOINT =
  /[。;!?\n]+|[,、]?\s*(?:顺便再?|然后再?|另外|还有就是|还有|接着|并且|而且|同时|还要|再帮我|再把|再给我|并(?=[退换查投催发取]))|(?<![a-z])(?:[,.]\s*)?(?:and also|and then|and after that|also|then|and)(?![a-z])|(?<=[a-z])\.\s|,/gu;

/** One of the requests in a sentence. */
export interface Request {
  readonly intent: string;
  readonly text: string;
  readonly confidence: number;
}

/** An answer, and whatever only a comma parts, must be as sure as this: an aside is no second request. */
const SURE = 0.8;

/**
 * The requests of a sentence that holds several. A piece between joints that is understood by itself is one; any other
 * piece (急, 订单号…, 你好, 不想退) belongs to the request before it. Nothing is returned when there is only one, nor for a
 * sentence that an author gave as the example of one.
 */
export function splitRequests(work: Work, utterance: Utterance): Request[] {
  if (work.agent.examples.has(work.agent.mask(utterance))) return [];
  const requests: Request[] = [];
  let ahead = '';
  for (const { text, joint } of piecesOf(utterance)) {
    const request = requestIn(work, text, joint === ',');
    const last = requests.at(-1);
    if (request !== null && request.intent !== last?.intent) {
      requests.push({ ...request, text: ahead + text.trim() });
      ahead = '';
    } else if (last === undefined) ahead += text + joint;
    else requests[requests.length - 1] = { ...last, text: `${last.text}${joint}${text}`.trim() };
  }
  return requests.length < 2 ? [] : requests;
}

/** The pieces, each with the joint that stands beside it: before it, or after it for the first. */
function piecesOf({ text, folded }: Utterance): { text: string; joint: string }[] {
  const joints = [...folded.matchAll(JOINT)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  const ends = [...joints.map(({ start }) => start), text.length];
  return ends
    .map((end, index) => {
      const beside = joints[Math.max(0, index - 1)];
      return {
        text: text.slice(index === 0 ? 0 : joints[index - 1]!.end, end),
        joint: beside === undefined ? '' : text.slice(beside.start, beside.end),
      };
    })
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece.text));
}

const DENIAL = /^(?:我|i )?(?:不想|不要|不用|不是|不需要|别|(?:do not|don't|not|no)(?![a-z]))/u;

/** What a piece asks for by itself; after a comma it must do so without the values in it, which may be details. */
function requestIn(work: Work, text: string, soft: boolean): Request | null {
  const { classifier, flows, mask } = work.agent;
  const utterance = readUtterance(text);
  if (DENIAL.test(utterance.folded)) return null;
  const { verdict, ranking } = classifier.classify(mask(utterance));
  const { intent, confidence } = ranking[0]!;
  const flow = flows.get(intent);
  if (verdict !== 'understood' || flow === undefined || (flow.kind === 'answer' && flow.courtesy))
    return null;
  if ((soft || flow.kind === 'answer') && confidence < SURE) return null;
  if (soft && !standsWithoutValues(work, utterance, intent)) return null;
  return { intent, text, confidence };
}

/** "订单是 ORD-…" only says which order: a value with the words its slot goes by is a detail of what was asked before. */
function standsWithoutValues(work: Work, utterance: Utterance, intent: string): boolean {
  const slots = [...work.agent.flows.values()].flatMap((flow) => (flow.kind === 'task' ? flow.slots : []));
  const spans = slots.flatMap(({ reader }) => reader.read(utterance, work.scope).map(({ span }) => span));
  if (spans.length === 0) return true;
  const rest = blank(utterance, spans);
  const words = rest.folded
    .replace(LINKS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (slots.some(({ names }) => names.some((name) => name.toLowerCase().includes(words)))) return false;
  const { verdict, ranking } = work.agent.classifier.classify(rest.folded);
  const [best] = ranking;
  return verdict === 'understood' && best!.intent === intent && best!.confidence >= SURE;
}

const LINKS = /[是为的我]|(?<![a-z])(?:is|my|the|it's|for|of|with)(?![a-z])/gu;
