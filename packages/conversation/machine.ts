import type { Agent } from './agent.ts';
import { appendLine } from './context/dialog.ts';
import type { ConversationEvent, Reading, Snapshot, Turnout } from './event.ts';
import type { SessionState } from './session/state.ts';
import { today } from './time/civil-date.ts';
import { takeExpiry, takeHandover, takeLookupResult, takeOutcome, takeRelease } from './turn/event.ts';
import { takeTurn } from './turn/take-turn.ts';
import { takeUpWaiting } from './turn/waiting.ts';
import { flowOf, slotOf, valuesOf, type Work } from './turn/work.ts';

/** The state machine of one agent. Pure: the same state, event and snapshot always give the same turnout. */
export function runMachine(
  agent: Agent,
  before: SessionState,
  event: ConversationEvent,
  snapshot: Snapshot,
): Turnout {
  const state = structuredClone(before);
  state.revision += 1;
  const work: Work = {
    agent,
    snapshot,
    scope: { today: today(snapshot.referenceMs, snapshot.timeZone) },
    state,
    locale: state.locale ?? snapshot.locale,
    replies: [],
    emissions: [],
    audit: [],
    understood: null,
    ended: false,
    act: 'unclear',
    touched: [],
  };
  const running = state.task;
  switch (event.type) {
    case 'turn':
      takeTurn(work, event.text);
      break;
    case 'lookup_result':
      takeLookupResult(work, event);
      break;
    case 'outcome':
      takeOutcome(work, event);
      break;
    case 'expiry':
      takeExpiry(work, event.what);
      break;
    case 'handover':
      takeHandover(work, event.reason);
      break;
    case 'release':
      takeRelease(work);
  }
  takeUpWaiting(work);
  if (event.type === 'turn') {
    const intent = work.understood?.intent ?? running?.intent ?? null;
    state.dialog = appendLine(state.dialog, { turn: state.turn, intent, act: work.act, slots: work.touched });
  }
  const { replies, emissions, audit } = work;
  return {
    state,
    replies,
    emissions,
    audit,
    reading: readingOf(work, running?.intent ?? null, running?.confidence ?? 0),
  };
}

function readingOf(work: Work, runningIntent: string | null, runningConfidence: number): Reading {
  const { task } = work.state;
  const sent = work.emissions.findLast((emission) => emission.type === 'execute');
  const intent = work.understood?.intent ?? task?.intent ?? runningIntent;
  const slots = task !== null ? valuesOf(task) : (sent?.slots ?? {});
  const priority = task?.priority ?? sent?.priority;
  return {
    state: stateName(work),
    intent,
    confidence: work.understood?.confidence ?? task?.confidence ?? runningConfidence,
    excluded: work.understood?.excluded ?? [],
    slots: priority === 'high' ? { ...slots, priority } : slots,
  };
}

/** The state's name on the path idle → identify_user → select_service → confirm_details → execute. */
function stateName(work: Work): string {
  const { task, menu, handover, submitted } = work.state;
  if (handover !== null) return 'handed_over';
  if (menu !== null) return 'select_service';
  if (task === null) return submitted.length > 0 ? 'execute' : 'idle';
  if (task.phase.at !== 'asking') return 'confirm_details';
  const flow = flowOf(work, task.intent);
  const { slot, as } = task.phase;
  if (flow !== null && slotOf(flow, slot)?.identifiesUser === true) return 'identify_user';
  return as === 'choice' || as === 'several' ? `choose_${slot}` : `awaiting_${slot}`;
}
