import { LIMITS } from '../session/state.ts';
import type { Task } from '../session/task.ts';
import { readUtterance, type Utterance } from '../text/utterance.ts';
import { absorb } from './absorb.ts';
import { advance } from './advance.ts';
import { beginTask } from './begin.ts';
import { prompt } from './prompt.ts';
import { splitRequests } from './split.ts';
import { flowOf, numbered, say, titleOf, type Work } from './work.ts';

/**
 * Several requests in one message: all are named. What is only answered is answered at once; the first task is begun, the
 * others wait in their order, and a task that was running waits behind them. Each keeps its own words, slots and
 * confirmation. False when it is one request.
 */
export function takeSeveral(work: Work, utterance: Utterance): boolean {
  const requests = splitRequests(work, utterance);
  const { state } = work;
  const running = state.task;
  const begun = requests.filter(({ intent }) => flowOf(work, intent) !== null);
  // with nothing else to do, the running task's own intent says more of that task
  const own = begun.every(({ intent }) => intent === running?.intent) ? begun[0] : undefined;
  const tasks = own === undefined ? begun : [];
  const left = running === null ? 0 : 1;
  if (requests.length < 2 || tasks.length + left + state.waiting.length > LIMITS.waiting) return false;
  const lines = requests.map(({ intent, text }) => `${titleOf(work, intent)}: ${text}`);
  say(work, 'queued', { value: { tasks: numbered(lines) } });
  for (const { intent } of requests) {
    const flow = work.agent.flows.get(intent);
    if (flow?.kind === 'answer') say(work, flow.reply);
  }
  const { intent, confidence } = tasks[0] ?? requests[0]!;
  work.understood = { intent, confidence, excluded: [] };
  work.act = 'asked';
  const [first, ...rest] = tasks;
  if (first === undefined) {
    if (running !== null) goOn(work, running, own?.text ?? '');
    return true;
  }
  if (running !== null) state.waiting.push(running);
  state.waiting.push(...rest.toReversed().map((request) => ({ intent: request.intent, text: request.text })));
  beginTask(work, first.intent, first.text, first.confidence);
  return true;
}

function goOn(work: Work, task: Task, said: string) {
  const { filled, changed, stuck } = absorb(work, task, readUtterance(said), null);
  if (stuck) return;
  if (filled.length + changed.length > 0) advance(work, task);
  else prompt(work, task);
}
