import type { Classification } from '../intent/classifier.ts';
import { LIMITS } from '../session/state.ts';
import { gatherReadings } from '../slot/gather.ts';
import type { SlotReading } from '../slot/slot.ts';
import { blank, isWordless, readUtterance, type Utterance } from '../text/utterance.ts';
import type { Act } from './act.ts';
import { beginTask } from './begin.ts';
import { chosenIndex } from './choose.ts';
import { offers } from './confirm.ts';
import { takeSeveral } from './several.ts';
import { record, understand } from './understand.ts';
import { flowOf, numbered, say, titleOf, type Work, wordsOf } from './work.ts';

/** Two intents nearer than this are asked about, not chosen between. */
const MARGIN = 0.15;
/** Below this an intent is no candidate for a menu. */
const CANDIDATE = 0.15;
/** And when even the best is below this, none of them is worth asking about. */
const WORTH_ASKING = 0.35;
const MENU_LIMIT = 4;

/** A turn with no task running: what is wanted? */
export function takeRequest(work: Work, utterance: Utterance, acts: ReadonlySet<Act>) {
  const { menu } = work.state;
  work.state.menu = null;
  if (menu !== null) {
    const titles = menu.intents.map((intent) => readUtterance(titleOf(work, intent)).folded);
    const onlyOne = titles.length === 1 && acts.has('yes');
    const chosen = onlyOne ? 0 : chosenIndex(utterance, titles);
    if (chosen !== null) return enter(work, menu.intents[chosen]!, readUtterance(menu.text), 1);
    if (
      acts.has('none') ||
      acts.has('no') ||
      acts.has('cancel') ||
      chosenIndex(utterance, [...titles, '']) !== null
    )
      return say(work, 'rephrase', { value: { offers: offers(work) } });
  }
  if (takeSeveral(work, utterance)) return;
  const classification = understand(work, utterance);
  if (acts.size > 0 && classification.verdict !== 'understood') return say(work, 'nothing_pending');
  const [best, second] = classification.ranking;
  const close = second !== undefined && best!.confidence - second.confidence < MARGIN;
  if (classification.verdict === 'understood' && !close) {
    // a service that was not on the menu is still an answer to it: what was said before counts
    const carries = menu !== null && readingsOf(work, best!.intent, utterance).length === 0;
    const whole = carries ? readUtterance(`${menu.text} ${utterance.text}`) : utterance;
    return enter(work, best!.intent, whole, best!.confidence);
  }
  offerMenu(work, utterance, classification, menu?.rounds ?? 0);
}

function enter(work: Work, intent: string, utterance: Utterance, confidence: number) {
  const flow = work.agent.flows.get(intent);
  if (flow === undefined) return;
  work.act = 'asked';
  work.understood = { excluded: [], ...work.understood, intent, confidence };
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

/** The likely intents; for words that say nothing but a slot's value (a bare order number), those that hold it. */
function candidatesOf(work: Work, utterance: Utterance, { verdict, ranking }: Classification): string[] {
  const holders = ranking
    .filter(({ intent }) => holdsOnly(work, intent, utterance))
    .map(({ intent }) => intent);
  if (holders.length > 0) return holders.slice(0, MENU_LIMIT);
  if (verdict === 'out_of_scope' || ranking[0]!.confidence < WORTH_ASKING) return [];
  return ranking
    .filter(({ confidence }) => confidence >= CANDIDATE)
    .slice(0, MENU_LIMIT)
    .map(({ intent }) => intent);
}

function holdsOnly(work: Work, intent: string, utterance: Utterance): boolean {
  const spans = readingsOf(work, intent, utterance).map(({ span }) => span);
  return spans.length > 0 && isWordless(blank(utterance, spans));
}

function readingsOf(work: Work, intent: string, utterance: Utterance): SlotReading[] {
  const slots = flowOf(work, intent)?.slots ?? [];
  return [...gatherReadings(slots, utterance, work.scope, null).values()].filter(
    ({ rule }) => rule !== 'cue',
  );
}
