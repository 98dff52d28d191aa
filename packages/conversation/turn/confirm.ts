import type { Task } from '../session/task.ts';
import type { ReadableSlot } from '../slot/gather.ts';
import type { Utterance } from '../text/utterance.ts';
import { absorb, acknowledge } from './absorb.ts';
import { type Act, asksForChange, isLater, isRequestLike } from './act.ts';
import { advance, execute } from './advance.ts';
import { isOtherRequest, takeAside } from './aside.ts';
import { cancelTask } from './end.ts';
import { prompt } from './prompt.ts';
import { takeSeveral } from './several.ts';
import { flowOf, listed, say, titleOf, type Work } from './work.ts';

/**
 * A turn while a confirmation stands. Only a turn that is a yes from its first word to its last executes, and only the
 * digest that was shown; a no ends it; a correction makes it a new question; everything else leaves it as it is and
 * shows it again.
 */
export function takeConfirmation(work: Work, task: Task, utterance: Utterance, acts: ReadonlySet<Act>) {
  const flow = flowOf(work, task.intent);
  if (flow === null || task.phase.at !== 'confirming') return;
  const { digest, facts } = task.phase;
  if (acts.has('doubt')) {
    say(work, 'confirm_unclear');
    return prompt(work, task);
  }
  if (acts.has('yes')) {
    work.act = 'confirmed';
    return execute(work, task, flow, digest);
  }
  if (acts.has('wrong')) {
    task.phase = { at: 'amending', digest, facts };
    return prompt(work, task);
  }
  if (acts.has('no') || acts.has('none')) return cancelTask(work, task);
  if (acts.has('wait') || (isLater(utterance) && !asksForChange(utterance)))
    return say(work, 'confirm_later');
  if (acts.has('keep')) return prompt(work, task);
  if (takeAsCorrection(work, task, utterance)) return;
  if (takeAside(work, task, utterance)) return;
  if (isRequestLike(utterance)) say(work, 'out_of_scope', { value: { offers: offers(work) } });
  else say(work, 'confirm_unclear');
  prompt(work, task);
}

/** "That's wrong" was said: what is it? No yes counts here until the confirmation has been shown again. */
export function takeAmendment(work: Work, task: Task, utterance: Utterance, acts: ReadonlySet<Act>) {
  if (task.phase.at !== 'amending') return;
  const { digest, facts } = task.phase;
  const undecided = (['yes', 'no', 'keep', 'wait', 'doubt'] as const).some((act) => acts.has(act));
  if (!undecided) {
    if (takeAsCorrection(work, task, utterance)) return;
    const named = namedSlot(work, task, utterance);
    if (named !== null) return askInstead(work, task, named);
    if (takeAside(work, task, utterance)) return;
  }
  task.phase = { at: 'confirming', digest, facts };
  prompt(work, task);
}

/** Takes corrections by value, by name and by negation. True when the sentence was one. */
function takeAsCorrection(work: Work, task: Task, utterance: Utterance): boolean {
  if (takeSeveral(work, utterance)) return true;
  if (isOtherRequest(work, task, utterance, utterance.folded)) return false;
  const { filled, changed, same, stuck } = absorb(work, task, utterance, null);
  if (stuck) return true;
  if (filled.length + changed.length > 0) {
    work.act = 'corrected';
    advance(work, task);
    return true;
  }
  const named = asksForChange(utterance) ? namedSlot(work, task, utterance) : null;
  if (named !== null) {
    askInstead(work, task, named);
    return true;
  }
  if (same.length > 0) {
    acknowledge(work, task, same[0]!);
    return true;
  }
  return false;
}

function namedSlot(work: Work, task: Task, { folded }: Utterance): ReadableSlot | null {
  const named = flowOf(work, task.intent)?.slots.filter(
    ({ ask, names }) => ask !== null && names.some((name) => folded.includes(name.toLowerCase())),
  );
  return named?.length === 1 ? named[0]! : null;
}

function askInstead(work: Work, task: Task, slot: ReadableSlot) {
  const replacing = task.slots[slot.name] !== undefined;
  task.phase = { at: 'asking', slot: slot.name, as: 'question', candidates: [], words: '', replacing };
  prompt(work, task);
}

/** What the agent can do, for a sentence. */
export const offers = (work: Work): string =>
  listed(
    work,
    [...work.agent.flows.values()]
      .filter(({ kind }) => kind === 'task')
      .map(({ intent }) => titleOf(work, intent)),
  );
