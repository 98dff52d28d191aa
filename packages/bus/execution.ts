import type { ExecutionEvent } from './execution/event.ts';
import { onCancelled } from './execution/on-cancelled.ts';
import { onClaimed, onRenewed } from './execution/on-claimed.ts';
import { onDue } from './execution/on-due.ts';
import { onHandedBack } from './execution/on-handed-back.ts';
import { onReported } from './execution/on-reported.ts';
import { onRouted } from './execution/on-routed.ts';
import { onSettled } from './execution/on-settled.ts';
import type { Execution } from './execution/state.ts';
import type { Transition } from './execution/transition.ts';

/**
 * What `event` makes of `execution` at `now` (milliseconds since the epoch). Pure and total: no clock, no chance,
 * no I/O, and an answer for every event in every phase. All that the bus promises is decided here; the journal
 * makes it durable, workers and timers bring the events.
 */
export function step(execution: Execution, event: ExecutionEvent, now: number): Transition {
  switch (event.type) {
    case 'routed':
      return onRouted(execution, event, now);
    case 'claimed':
      return onClaimed(execution, event, now);
    case 'renewed':
      return onRenewed(execution, event, now);
    case 'reported':
      return onReported(execution, event, now);
    case 'handed_back':
      return onHandedBack(execution, event, now);
    case 'due':
      return onDue(execution, event, now);
    case 'cancelled':
      return onCancelled(execution, event, now);
    case 'settled':
      return onSettled(execution, event, now);
  }
}
