import { clearLocale } from '../text/locale.ts';
import { isWordless, readUtterance } from '../text/utterance.ts';
import { absorb } from './absorb.ts';
import { actsOf, isControlAttempt } from './act.ts';
import { advance, emitLookup } from './advance.ts';
import { takeAnswer } from './answer.ts';
import { takeAmendment, takeConfirmation } from './confirm.ts';
import { dropAll, obeyControl } from './control.ts';
import { prompt } from './prompt.ts';
import { takeRequest } from './request.ts';
import { flowOf, say, slotOf, type Work } from './work.ts';

/** Longer turns are not read. A request fits in a sentence or two, and reading must stay fast. */
const TURN_LIMIT = 2_000;

/** One turn of the user's. */
export function takeTurn(work: Work, raw: string) {
  const { state } = work;
  state.turn += 1;
  if (raw.length > TURN_LIMIT) return sayAside(work, 'too_long');
  const utterance = readUtterance(raw);
  if (isWordless(utterance)) return sayAside(work, 'empty_turn');
  if (!isFreeText(work)) {
    state.locale = clearLocale(utterance) ?? state.locale;
    work.locale = state.locale ?? work.snapshot.locale;
  }
  const acts = actsOf(utterance);
  if (state.handover !== null) {
    if (!acts.has('restart')) return say(work, 'with_a_person');
    state.handover = null;
    work.audit.push({ type: 'released', taskId: null });
    dropAll(work);
    return say(work, 'released');
  }
  if (obeyControl(work, utterance, acts)) return;
  const { task } = state;
  if (isControlAttempt(utterance)) {
    work.audit.push({ type: 'control_attempt', taskId: task?.id ?? null });
    return sayAside(work, 'control_refused');
  }
  if (task === null) return takeRequest(work, utterance, acts);
  switch (task.phase.at) {
    case 'asking':
      return takeAnswer(work, task, utterance, acts);
    case 'confirming':
      return takeConfirmation(work, task, utterance, acts);
    case 'amending':
      return takeAmendment(work, task, utterance, acts);
    case 'looking_up': {
      const { changed, filled, stuck } = absorb(work, task, utterance, null);
      if (stuck) return;
      if (changed.length + filled.length > 0) return advance(work, task);
      prompt(work, task);
      return emitLookup(work, task);
    }
    case 'starting':
      return advance(work, task);
  }
}

/** A turn without words decides nothing; the question that stands is shown again. */
function sayAside(work: Work, key: string) {
  say(work, key);
  if (work.state.task !== null && work.state.handover === null) prompt(work, work.state.task);
}

/** An address in the other language does not change the language of the session. */
function isFreeText(work: Work): boolean {
  const { task } = work.state;
  const flow = task === null ? null : flowOf(work, task.intent);
  return flow !== null && task?.phase.at === 'asking' && slotOf(flow, task.phase.slot)?.kind.type === 'text';
}
