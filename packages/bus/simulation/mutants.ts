import { step } from '../execution.ts';

/** Five ways in which `step` could be wrong. The simulation has to find each. */
export const MUTANTS: Readonly<Record<string, typeof step>> = {
  'lost-answer-is-failure': (execution, event, now) =>
    step(
      execution,
      event.type === 'reported' && !event.outcome.ok
        ? { ...event, outcome: { ...event.outcome, effect: 'none' } }
        : event,
      now,
    ),
  'doubtful-write-is-sent-again': (execution, event, now) => {
    const careless = execution.order.steps.map((planned) => ({ ...planned, idempotent: true }));
    const moved = step({ ...execution, order: { ...execution.order, steps: careless } }, event, now);
    return { ...moved, execution: { ...moved.execution, order: execution.order } };
  },
  'lost-worker-is-waited-for': (execution, event, now) =>
    event.type === 'due' && execution.phase.name === 'running'
      ? { execution, effects: [], verdict: 'ignored' }
      : step(execution, event, now),
  'end-is-not-final': (execution, event, now) =>
    execution.phase.name === 'ended' && event.type === 'reported'
      ? step(
          { ...execution, phase: { name: 'monitoring', step: event.call.step, until: now } },
          { type: 'due' },
          now,
        )
      : step(execution, event, now),
  'fence-is-not-checked': (execution, event, now) =>
    event.type === 'reported' && execution.phase.name === 'running'
      ? step(execution, { ...event, fence: execution.fence, call: execution.phase.call }, now)
      : step(execution, event, now),
};
