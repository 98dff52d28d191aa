import { parseYaml } from '@hermes-agent/core';
import { verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { checkPlan } from './check-plan.ts';
import { planDocument } from './plan-document.ts';
import type { PlanSurroundings } from './surroundings.ts';
import type { ToolShape } from './tool-shape.ts';

const tool = (name: string, shape: Partial<ToolShape>): ToolShape => ({
  name,
  version: '1.2.0',
  hash: 'h',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: { type: 'object', properties: {} },
  effects: 'read',
  idempotent: false,
  attemptLimitMs: null,
  callable: true,
  alternatives: [],
  ...shape,
});

const tools = [
  tool('make_report', {
    inputSchema: {
      type: 'object',
      properties: { start: { type: 'string' }, rows: { type: 'integer' } },
      required: ['start'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { report: { type: 'object' } }, additionalProperties: false },
  }),
  tool('send_mail', {
    effects: 'write',
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'string' }, file: { type: 'object' } },
      required: ['to'],
      additionalProperties: false,
    },
  }),
  tool('tested_only', { callable: false }),
];

const around: PlanSurroundings = {
  resolveTool: (name, range) => tools.find((candidate) => candidate.name === name && range === '^1'),
  toolNames: tools.map(({ name }) => name),
  slots: {
    type: 'object',
    properties: {
      period: { type: 'object', properties: { start: { type: 'string' } } },
      to: { type: 'string' },
    },
    additionalProperties: false,
  },
  profile: { type: 'object', properties: {}, additionalProperties: false },
  responseKeys: new Set(['sent', 'still_processing', 'handed_over', 'request_cancelled', 'failed']),
};

const good = `
plan: hermes/v1
intent: send_report
steps:
  - {id: report, tool: make_report, version: ^1, input: {start: {$slot: /period/start}}}
  - {id: mail, tool: send_mail, version: ^1, input: {to: {$slot: /to}, file: {$output: report#/report}}}
outcomes: {succeeded: sent, failed: [{response: failed}]}
`;

const problems = (text: string, surroundings = around): string[] =>
  checkPlan(parseYaml(text, 'plan.yaml', planDocument, 'runtime'), surroundings).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('a plan is checked against contracts, slots and words before anything runs', () => {
  test('a sound plan has no problems', () => {
    verifies('G8');
    expect(problems(good)).toEqual([]);
  });

  test.each([
    [
      'unknown tool',
      good.replace('make_report', 'make_reprot'),
      'steps.0.tool: no contract is named make_reprot',
    ],
    [
      'version nobody has',
      good.replace('^1', '^2'),
      'steps.0.version: no contract of make_report satisfies ^2',
    ],
    [
      'no binding',
      good.replace('make_report', 'tested_only'),
      'steps.0.tool: tested_only@1.2.0 has no binding',
    ],
    [
      'missing input',
      good.replace('start: {$slot: /period/start}', 'rows: 1'),
      'steps.0.input: make_report@1.2.0 requires start',
    ],
    [
      'input the tool does not take',
      good.replace('to: {$slot: /to}', 'to: x, cc: y'),
      'steps.1.input.cc: send_mail@1.2.0 takes no cc',
    ],
    [
      'slot that is not there',
      good.replace('/period/start', '/period/from'),
      'steps.0.input.start: $slot has nothing at /period/from',
    ],
    [
      'slot of another type',
      good.replace('/period/start', '/period'),
      'steps.0.input.start: expected string, and $slot /period is object',
    ],
    [
      'output that is not there',
      good.replace('report#/report', 'report#/pdf'),
      'steps.1.input.file: $output has nothing at /pdf',
    ],
    [
      'output of a later step',
      good.replace('report#/report', 'mail#/x'),
      'steps.1.input.file: no earlier step is named mail',
    ],
    [
      'words that are not there',
      good.replace('succeeded: sent', 'succeeded: gone'),
      'outcomes.succeeded: no response is named gone',
    ],
    [
      'intent of no flow',
      good,
      'intent: no flow declares the intent send_report',
      { ...around, slots: undefined },
    ],
  ] as [string, string, string, PlanSurroundings?][])('%s', (_name, text, problem, surroundings) => {
    verifies('G8');
    expect(problems(text, surroundings).some((found) => found.startsWith(problem))).toBe(true);
  });

  test('a preview runs unconfirmed, so it must be a read', () => {
    const withPreview = good.replace(
      'steps:',
      'preview: {tool: send_mail, version: ^1, input: {to: x}}\nsteps:',
    );
    expect(problems(withPreview)).toEqual([
      'preview.tool: a preview runs unconfirmed, and send_mail is no read',
    ]);
  });
});
