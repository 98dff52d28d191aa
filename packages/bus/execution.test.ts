import { verifies } from '@hermes-agent/testkit';
import { expect, test } from 'vitest';
import { dueAt, type Execution, hasMatters } from './execution/state.ts';
import type { Transition } from './execution/transition.ts';
import { explore, phaseOf } from './simulation/explore.ts';

const PHASES = [
  'scheduled',
  'ready step',
  'ready verification',
  'ready fallback',
  'ready compensation',
  'running step',
  'running verification',
  'running fallback',
  'running compensation',
  'backing_off step',
  'backing_off verification',
  'backing_off fallback',
  'backing_off compensation',
  'monitoring',
  'attention',
  'ended',
];
const EVENTS = ['routed', 'claimed', 'renewed', 'reported', 'handed_back', 'due', 'cancelled', 'settled'];

test('every event has an outcome in every phase', () => {
  verifies('M10');
  const table = new Map<string, Set<string>>();
  explore((before, name, { execution, verdict }) => {
    const cell = `${phaseOf(before)} + ${name.split(' ')[0]}`;
    const outcomes = table.get(cell) ?? new Set();
    table.set(cell, outcomes.add(verdict === 'ignored' ? 'ignored' : phaseOf(execution)));
  });
  expect([...table.keys()].sort()).toEqual(
    PHASES.flatMap((phase) => EVENTS.map((event) => `${phase} + ${event}`)).sort(),
  );
  expect(
    [...table].map(([cell, outcomes]) => `${cell} → ${[...outcomes].sort().join(' | ')}`).sort(),
  ).toMatchSnapshot();
});

test('no event breaks what an execution stands for', () => {
  verifies('M9', 'M10');
  const broken = new Set<string>();
  const states = explore((before, name, transition) => {
    for (const rule of brokenRules(before, transition)) broken.add(`${phaseOf(before)} + ${name}: ${rule}`);
  });
  expect([...broken]).toEqual([]);
  expect(states).toBeGreaterThan(500);
});

function* brokenRules(before: Execution, { execution, effects, verdict }: Transition): Generator<string> {
  const { phase } = execution;
  const toldEnds = effects.filter(
    (effect) => effect.type === 'conclusion' && ['succeeded', 'failed', 'cancelled'].includes(effect.status),
  ).length;
  if (before.phase.name === 'ended') {
    if (JSON.stringify(phase) !== JSON.stringify(before.phase)) yield 'the end is not final';
    if (toldEnds > 0) yield 'the end is told twice';
  } else if (toldEnds !== (phase.name === 'ended' ? 1 : 0)) {
    yield 'an end is not told, or told before it is one';
  }
  if (execution.fence < before.fence) yield 'a fence went back';
  if (['ignored', 'stale'].includes(verdict) && execution !== before) yield 'it moved although it should not';
  const open = phase.name !== 'ended' && phase.name !== 'attention';
  if (open !== (dueAt(execution) !== null || waitsForWorker(execution))) yield 'nothing brings it on';
  if (phase.name === 'attention' && !hasMatters(execution)) yield 'it waits for a person who is not told';
  for (const [index, progress] of execution.steps.entries()) {
    const planned = execution.order.steps[index]!;
    const runs = phase.name === 'running' && phase.call.kind === 'step' && phase.call.step === index;
    if (runs && progress.doubts.length > 0 && !planned.idempotent) yield 'a write in doubt is sent again';
    const undone = phase.name === 'ended' && phase.status !== 'succeeded';
    const taken = progress.state === 'succeeded' && planned.effects !== 'read';
    if (undone && taken && progress.compensation !== 'done' && progress.matter === undefined) {
      yield 'an effect is left and nobody is told';
    }
  }
}

/** A compensation or question that no worker has begun waits for one without a limit. */
const waitsForWorker = ({ phase }: Execution): boolean =>
  phase.name === 'ready' && phase.call.deadlineAt === null;
