import { LIMITS } from '../session/state.ts';
import type { Utterance } from '../text/utterance.ts';
import { beginTask } from './begin.ts';
import { splitRequests } from './split.ts';
import { numbered, say, titleOf, type Work } from './work.ts';

/**
 * Several requests in one message: all are named, the first is begun, the others wait in their order, and a task that
 * was running waits behind them. Each keeps its own words, slots and confirmation. False when it is one request.
 */
export function takeSeveral(work: Work, utterance: Utterance): boolean {
  const requests = splitRequests(work, utterance);
  const { state } = work;
  const left = state.task === null ? [] : [state.task];
  if (requests.length < 2 || requests.length + left.length + state.waiting.length > LIMITS.waiting)
    return false;
  const [first, ...rest] = requests;
  const tasks = numbered(requests.map(({ intent, text }) => `${titleOf(work, intent)}: ${text}`));
  say(work, 'queued', { value: { tasks } });
  state.waiting.push(...left, ...rest.toReversed().map(({ intent, text }) => ({ intent, text })));
  work.understood = { intent: first!.intent, confidence: first!.confidence, excluded: [] };
  work.act = 'asked';
  beginTask(work, first!.intent, first!.text, first!.confidence);
  return true;
}
