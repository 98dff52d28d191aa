import type { Order, PlannedStep } from '@hermes-agent/bus';

const step = (tool: string, change: Partial<PlannedStep> = {}): PlannedStep => ({
  id: tool,
  tool,
  version: '1.0.0',
  hash: 'h1',
  input: {},
  timeoutMs: 300_000,
  retryPolicy: { maxAttempts: 20, initialMs: 200, multiplier: 2, maxMs: 1_000, jitter: 0.2 },
  effects: 'write',
  idempotent: false,
  ...change,
});

const check = (id: string): NonNullable<PlannedStep['verify']> => ({
  tool: `check_${id}`,
  version: '1.0.0',
  hash: 'h1',
  input: { key: { $idempotency_key: id } },
  timeoutMs: 5_000,
  doneWhen: { pointer: '/state', equals: 'done' },
  failedWhen: { pointer: '/state', equals: 'failed' },
  afterMs: [1_000, 3_000],
});

const { retryPolicy } = step('any');
const refund: NonNullable<PlannedStep['compensation']> = {
  tool: 'undo_pay',
  version: '1.0.0',
  hash: 'h1',
  input: {},
  timeoutMs: 300_000,
  retryPolicy,
  safeIfAbsent: false,
  idempotent: true,
};

const book = step('book', { idempotent: true, verify: check('book') });

/** What is asked for: writes that may be repeated, that can be asked about, that nobody can be asked about; a saga that fails. */
const KINDS: readonly (readonly PlannedStep[])[] = [
  [book],
  [step('pay', { verify: check('pay') })],
  [step('wire', { verify: check('wire') })],
  [step('pay', { verify: check('pay') }), book],
  [
    step('pay', { verify: check('pay'), compensation: refund }),
    step('refuse', { idempotent: true, verify: check('refuse') }),
  ],
];

export const orderOf = (requestId: string, random: () => number): Order => ({
  requestId,
  sessionId: `session-${requestId}`,
  tenant: `tenant-${requestId.length % 3}`,
  subject: 'subject',
  domain: 'domain',
  priority: 'normal',
  origin: {},
  steps: KINDS[Math.floor(random() * KINDS.length)]!,
});
