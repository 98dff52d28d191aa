import type { Classification } from '../intent/classifier.ts';
import { LIMITS } from '../session/state.ts';
import { gatherReadings } from '../slot/gather.ts';
import { readUtterance, type Utterance } from '../text/utterance.ts';
import type { Act } from './act.ts';
import { beginTask } from './begin.ts';
import { chosenIndex } from './choose.ts';
import { offers } from './confirm.ts';
import { takeSeveral } from './several.ts';
import { record, understand } from './understand.ts';
import { numbered, say, titleOf, type Work, wordsOf } from './work.ts';

/** Two intents nearer than this are asked about, not chosen between. */
const MARGIN = 0.15;
/** Below this an intent is no candidate for a menu. */
const CANDIDATE = 0.15;
/** And when even the best is below this, none of them is worth asking about. */
const WORTH_ASKING = 0.35;

/** A turn with no task running: what is wanted? */
export function takeRequest(work: Work, utterance: Utterance, acts: ReadonlySet<Act>) {
  const { menu } = work.state;
  work.state.menu = null;
  if (menu !== null) {
    const titles = menu.intents.map((intent) => readUtterance(titleOf(work, intent)).folded);
    const chosen = chosenIndex(utterance, titles);
    if (chosen !== null) return enter(work, menu.intents[chosen]!, readUtterance(menu.text), 1);
    if (
      acts.has('none') ||
      acts.has('no') ||
      acts.has('cancel') ||
      chosenIndex(utterance, [...titles, '']) !== null
    )
      return say(work, 'rephrase', { value: { offers: offers(work) } });
  }
  if (acts.size > 0) return say(work, 'nothing_pending');

  if (takeSeveral(work, utterance)) return;
  const classification = understand(work, utterance);
  const [best, second] = classification.ranking;
  const close = second !== undefined && best!.confidence - second.confidence < MARGIN;
  if (classification.verdict === 'understood' && !close)
    return enter(work, best!.intent, utterance, best!.confidence);
  offerMenu(work, utterance, classification, menu?.rounds ?? 0);
}

function enter(work: Work, intent: string, utterance: Utterance, confidence: number) {
  const flow = work.agent.flows.get(intent);
  if (flow === undefined) return;
  work.act = 'asked';
  work.understood ??= { intent, confidence, excluded: [] };
  work.understood = { ...work.understood, intent, confidence };
  if (flow.kind === 'answer') return say(work, flow.reply);
  beginTask(work, intent, utterance.text, confidence);
}

function offerMenu(work: Work, utterance: Utterance, classification: Classification, rounds: number) {
  record(work, classification, false);
  work.act = 'unclear';
  const candidates = candidatesOf(work, utterance, classification);
  if (candidates.length === 0 || rounds >= LIMITS.menuRounds)
    return say(work, 'out_of_scope', { value: { offers: offers(work) } });
  work.state.menu = { intents: candidates, text: utterance.text, rounds: rounds + 1 };
  const labels = [...candidates.map((intent) => titleOf(work, intent)), wordsOf(work, 'none_of_these')];
  say(work, 'choose_intent', { value: { options: numbered(labels) }, options: labels });
}

/** The likely intents; for words that are out of scope, those whose slots they fill (a bare order number). */
function candidatesOf(work: Work, utterance: Utterance, { verdict, ranking }: Classification): string[] {
  if (verdict !== 'out_of_scope' && ranking[0]!.confidence >= WORTH_ASKING) {
    return ranking
      .filter(({ confidence }) => confidence >= CANDIDATE)
      .slice(0, 3)
      .map(({ intent }) => intent);
  }
  return [...work.agent.flows.values()]
    .filter((flow) => flow.kind === 'task')
    .filter(({ slots }) =>
      [...gatherReadings(slots, utterance, work.scope, null).values()].some(
        ({ kind, rule }) => kind !== 'invalid' && rule !== 'cue',
      ),
    )
    .slice(0, 4)
    .map(({ intent }) => intent);
}
