import { LIMITS } from '../session/state.ts';
import type { Task } from '../session/task.ts';
import type { Utterance } from '../text/utterance.ts';
import { isRequestLike } from './act.ts';
import { beginTask } from './begin.ts';
import { prompt } from './prompt.ts';
import { understand } from './understand.ts';
import { say, titleOf, type Work } from './work.ts';

/** Leaving a task takes more certainty than starting one. */
const SURE = 0.8;

/**
 * A sentence that answers nothing the running task asked: a side question is answered and the task's question comes
 * again; another request is done first and the task resumed after it. False when it is neither, or the task's own intent.
 */
export function takeAside(work: Work, task: Task, utterance: Utterance): boolean {
  const { verdict, ranking } = understand(work, utterance);
  const [best] = ranking;
  const flow = work.agent.flows.get(best!.intent);
  if (verdict !== 'understood' || flow === undefined || flow.intent === task.intent) return false;
  if (flow.kind === 'task' && best!.confidence < SURE) return false;
  work.act = 'aside';
  if (flow.kind === 'answer') {
    say(work, flow.reply);
    prompt(work, task);
    return true;
  }
  digress(work, task, flow.intent, utterance.text, best!.confidence);
  return true;
}

/** Leaves a task for another one, unless too many are left already. */
function digress(work: Work, task: Task, intent: string, text: string, confidence: number) {
  const { state } = work;
  const value = { task: titleOf(work, intent) };
  if (state.waiting.length < LIMITS.waiting) {
    state.waiting.push(task);
    say(work, 'switched', { value });
    return beginTask(work, intent, text, confidence);
  }
  say(work, 'too_many', { value });
  prompt(work, task);
}

/** Letters beside the value that still make an answer of it: 是…, "it's …". */
const REST = 4;

/**
 * Whether a sentence that holds a value for the asked slot nevertheless asks for something else: it has the form of a
 * request, says much more than the value, and is surely another task. The running task never interrupts itself.
 */
export function isOtherRequest(work: Work, task: Task, utterance: Utterance, rest: string): boolean {
  if (!isRequestLike(utterance) || rest.replace(/[^\p{L}]/gu, '').length <= REST) return false;
  const { verdict, ranking } = work.agent.classifier.classify(work.agent.mask(utterance));
  const [best] = ranking;
  const flow = work.agent.flows.get(best!.intent);
  return (
    verdict === 'understood' &&
    best!.confidence >= SURE &&
    flow?.kind === 'task' &&
    flow.intent !== task.intent
  );
}
