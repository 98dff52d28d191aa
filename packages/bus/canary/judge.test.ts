import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Evidence, NO_EVIDENCE, observe } from './evidence.ts';
import { faultOf, type Sample } from './fault.ts';
import { DEFAULT_MINIMUM, judge } from './judge.ts';

const ok = (arm: Sample['arm'], tookMs: number | null = null): Sample => ({ arm, code: null, tookMs });
const bad = (arm: Sample['arm'], code = 'TOOL_CRASHED'): Sample => ({ arm, code, tookMs: null });
const see = (samples: readonly Sample[], from: Evidence = NO_EVIDENCE, share = 0.05): Evidence =>
  samples.reduce((evidence, sample) => observe(evidence, sample, share), from);
const times = (count: number, ...samples: Sample[]): Sample[] =>
  Array.from({ length: count }, () => samples).flat();

describe('no verdict', () => {
  test('on nothing, and on too little of either arm', () => {
    expect(judge(NO_EVIDENCE, DEFAULT_MINIMUM)).toEqual({ type: 'hold', because: 'too_few_stable' });
    expect(judge(see(times(40, bad('candidate'))), DEFAULT_MINIMUM)).toMatchObject({
      because: 'too_few_stable',
    });
    const few = see([...times(500, ok('stable')), ...times(19, bad('candidate'))]);
    expect(judge(few, DEFAULT_MINIMUM)).toEqual({ type: 'hold', because: 'too_few_candidate' });
  });

  test('whatever comes, as long as one arm is missing', () => {
    const sample = fc.record({
      arm: fc.constant('stable' as const),
      code: fc.constantFrom(null, 'TOOL_CRASHED', 'ORDER_NOT_FOUND', 'CANCELLED'),
      tookMs: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 300 }), (samples) => {
        expect(judge(see(samples), DEFAULT_MINIMUM).type).toBe('hold');
      }),
    );
  });
});

test('faults of the candidate alone are found, and named by kind', () => {
  const quiet = see(times(400, ok('stable', 100)));
  const broken = see(times(20, bad('candidate')), quiet);
  expect(judge(broken, DEFAULT_MINIMUM)).toMatchObject({ type: 'worse', kind: 'system' });
  const refusing = see(times(20, bad('candidate', 'ORDER_NOT_FOUND')), quiet);
  expect(judge(refusing, DEFAULT_MINIMUM)).toMatchObject({ type: 'worse', kind: 'business' });
  const slow = see(times(25, ok('candidate', 400)), quiet);
  expect(judge(slow, DEFAULT_MINIMUM)).toMatchObject({ type: 'worse', kind: 'slow' });
});

test('one answer of ten minutes is one slow answer', () => {
  const quiet = see(times(400, ok('stable', 100)));
  const one = see([...times(60, ok('candidate', 100)), ok('candidate', 600_000)], quiet);
  expect(judge(one, DEFAULT_MINIMUM).type).toBe('hold');
});

test('an outage of both arms is nobody’s fault', () => {
  const before = see(times(30, ...times(19, ok('stable')), ok('candidate')));
  const outage = see(times(30, ...times(19, bad('stable')), bad('candidate')), before);
  expect(judge(outage, DEFAULT_MINIMUM).type).toBe('hold');
});

test('a candidate is sound once it has shown so at its weight', () => {
  const seen = see(times(99, ...times(19, ok('stable')), ok('candidate')));
  expect(judge(seen, DEFAULT_MINIMUM)).toEqual({ type: 'hold', because: 'too_few_candidate' });
  expect(judge(see([ok('candidate')], seen), DEFAULT_MINIMUM)).toEqual({ type: 'sound' });
});

test('the table’s codes are the system’s faults, a contract’s own are answers', () => {
  const codes = [
    'CONTRACT_VIOLATION',
    'EXECUTE_TIMEOUT',
    'ORDER_NOT_FOUND',
    'VALIDATION_FAILED',
    'CANCELLED',
  ];
  expect(codes.map(faultOf)).toEqual(['system', 'system', 'business', 'business', null]);
});
