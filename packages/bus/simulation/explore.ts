import { begin } from '../execution/begin.ts';
import type { ExecutionEvent } from '../execution/event.ts';
import { dueAt, type Execution } from '../execution/state.ts';
import type { Transition } from '../execution/transition.ts';
import { step } from '../execution.ts';
import { failed, lostConnection, succeeded, unavailable } from '../fixture/history.ts';
import { compensation, order, plannedStep, verification } from '../fixture/order.ts';
import type { Order } from '../order/order.ts';
import type { Routing } from '../route/routing.ts';

/** Plans whose states differ in kind; together they reach every rule. */
const PLANS: readonly Order[] = [
  order([plannedStep('look', { effects: 'read' }), plannedStep('pay')]),
  order([
    plannedStep('pay', { compensation: compensation('pay', { idempotent: false }) }),
    plannedStep('settle', {
      verify: verification('settle', { afterMs: [5_000, 9_000] }),
      compensation: compensation('settle'),
    }),
  ]),
  order([
    plannedStep('hold', { compensation: compensation('hold', { safeIfAbsent: true }) }),
    plannedStep('book', {
      idempotent: true,
      retryPolicy: { ...plannedStep('x').retryPolicy, maxAttempts: 2 },
    }),
  ]),
  order([plannedStep('later')], { startAt: 2_000_000 }),
  order(
    [
      plannedStep('ask', { verify: verification('ask', { afterMs: [5_000] }) }),
      plannedStep('look', { effects: 'read' }),
    ],
    {
      policies: [
        {
          error: 'CONTRACT_VIOLATION',
          action: 'RETRY_WITH_FALLBACK',
          fallback: {
            tool: 'find',
            version: '1.0.0',
            hash: 'h1',
            input: {},
            timeoutMs: 3_000,
            doneWhen: { pointer: '/state', equals: 'done' },
          },
        },
      ],
    },
  ),
];

const ROUTINGS: readonly Routing[] = [
  { type: 'run', target: { tool: 'pay', version: '0.9.0', hash: 'h0' }, reason: 'frozen' },
  { type: 'refuse', code: 'TOOL_FROZEN' },
];
const NOW = 1_000_000;
const STATES_LIMIT = 8_000;

/** Every kind of event, with each distinction a rule makes. Times are due, or not yet. */
function eventsFor(execution: Execution): { name: string; event: ExecutionEvent; now: number }[] {
  const { phase, fence, order: plan } = execution;
  const now = NOW + 10 * fence;
  const call =
    'call' in phase
      ? phase.call
      : { kind: 'step' as const, step: 0, id: `${plan.requestId}/1`, attempt: 1, deadlineAt: null };
  const outcomes = [
    ['ok', succeeded({ state: 'done' })],
    ['not found', succeeded({ state: 'failed' })],
    ['unavailable', unavailable],
    ['refused', failed('VALIDATION_FAILED')],
    ['lost', lostConnection],
    ['against its contract', failed('CONTRACT_VIOLATION', { effect: 'maybe' })],
  ] as const;
  const reports = outcomes.flatMap(([name, outcome]) => [
    { name: `reported ${name}`, event: { type: 'reported', call, fence, outcome } as const },
    ...plan.steps.map((_, index) => ({
      name: `reported late ${name}`,
      event: {
        type: 'reported',
        call: {
          kind: 'step',
          step: index,
          id: `${plan.requestId}/${index + 1}`,
          attempt: 1,
          deadlineAt: null,
        },
        fence: execution.steps[index]!.doubts[0] ?? 1,
        outcome,
      } as const,
    })),
    {
      name: `reported late ${name} of a compensation`,
      event: {
        type: 'reported',
        call: { kind: 'compensation', step: 0, id: `${plan.requestId}/1/comp`, attempt: 1, deadlineAt: null },
        fence: 1,
        outcome,
      } as const,
    },
  ]);
  return [
    ...ROUTINGS.map((routing) => ({ name: 'routed', event: { type: 'routed', routing } as const })),
    { name: 'claimed', event: { type: 'claimed', worker: 'w', leaseMs: 15_000 } as const },
    { name: 'renewed', event: { type: 'renewed', fence, leaseMs: 15_000 } as const },
    { name: 'renewed late', event: { type: 'renewed', fence: fence - 1, leaseMs: 15_000 } as const },
    ...reports,
    { name: 'handed_back', event: { type: 'handed_back', fence, effect: 'none' } as const },
    { name: 'handed_back', event: { type: 'handed_back', fence, effect: 'maybe' } as const },
    { name: 'due early', event: { type: 'due' } as const },
    { name: 'due', event: { type: 'due' } as const, now: dueAt(execution) ?? now },
    { name: 'cancelled', event: { type: 'cancelled', reason: 'r' } as const },
    ...plan.steps.flatMap((_, index) => [
      { name: 'settled', event: { type: 'settled', step: index, resolution: { type: 'done' } } as const },
      { name: 'settled', event: { type: 'settled', step: index, resolution: { type: 'not_done' } } as const },
      { name: 'settled', event: { type: 'settled', step: index, resolution: { type: 'again' } } as const },
    ]),
    { name: 'settled', event: { type: 'settled', step: 99, resolution: { type: 'done' } } as const },
  ].map((entry) => ({ now, ...entry }));
}

/** Its phase, with the kind of the call that is under way. */
export const phaseOf = ({ phase }: Execution): string =>
  'call' in phase ? `${phase.name} ${phase.call.kind}` : phase.name;

/** Two executions that no rule tells apart have the same key: times and long histories fall away. */
const keyOf = ({ phase, steps, failure, cancelled, order: plan }: Execution): string =>
  JSON.stringify([
    plan.requestId,
    phase.name,
    'call' in phase ? [phase.call.kind, phase.call.step, phase.call.attempt] : null,
    steps.map(({ unknownSince: _s, output: _o, code: _c, compensations: _n, matter, doubts, ...rest }) => [
      rest,
      matter?.reason,
      doubts.length,
    ]),
    failure?.step,
    cancelled,
  ]);

/** Breadth first over everything that can happen, a state once. */
export function explore(visit: (before: Execution, name: string, transition: Transition) => void): number {
  const seen = new Set<string>();
  const queue: Execution[] = PLANS.map((plan) => begin(plan, NOW).execution);
  for (let next = queue.shift(); next !== undefined && seen.size < STATES_LIMIT; next = queue.shift()) {
    if (seen.has(keyOf(next))) continue;
    seen.add(keyOf(next));
    for (const { name, event, now } of eventsFor(next)) {
      const transition = step(next, event, now);
      visit(next, name, transition);
      if (!seen.has(keyOf(transition.execution))) queue.push(transition.execution);
    }
  }
  return seen.size;
}
