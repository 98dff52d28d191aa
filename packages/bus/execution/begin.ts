import type { Arms } from '../canary/canary.ts';
import type { Order } from '../order/order.ts';
import { proceed } from './proceed.ts';
import { type Execution, NEW_STEP } from './state.ts';
import { moved, type Transition } from './transition.ts';

/** A new execution of `order` in its arms of canaries: its first step is released, or waits for its time. */
export function begin(order: Order, now: number, arms: Arms | null = null, behind = 0): Transition {
  const fresh: Execution = {
    order,
    phase: { name: 'scheduled', until: Math.max(now, order.startAt ?? now) },
    steps: order.steps.map(() => NEW_STEP),
    fence: 0,
    failure: null,
    cancelled: null,
    createdAt: now,
    ...(behind === 0 ? {} : { behind }),
    told: 'running',
    ...(arms === null ? {} : { arms }),
  };
  const started = order.startAt !== undefined && order.startAt > now ? moved(fresh) : proceed(fresh, now);
  const accepted = {
    name: 'accepted',
    call: null,
    fence: 0,
    startAt: now,
    endAt: now,
    code: 'OK',
  } as const;
  return { ...started, effects: [{ type: 'moment', moment: accepted }, ...started.effects] };
}

/**
 * What stands in the place of an order that was cancelled before it came: an order of no steps, ended. It is the
 * fence that keeps the late one out.
 */
export function fenceOff(requestId: string, reason: string, now: number): Execution {
  const order: Order = {
    requestId,
    sessionId: '',
    tenant: '',
    subject: '',
    domain: '',
    priority: 'normal',
    origin: {},
    steps: [],
  };
  return {
    order,
    phase: { name: 'ended', status: 'cancelled', at: now },
    steps: [],
    fence: 0,
    failure: null,
    cancelled: reason,
    createdAt: now,
    told: 'cancelled',
  };
}

/** Whether this is such a fence. */
export const isFence = ({ order }: Execution): boolean => order.steps.length === 0;
