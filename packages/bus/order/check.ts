import { HermesError, isJsonObject, type JsonValue, parsePointer } from '@hermes-agent/core';
import type { Order, PlannedStep, ToolReference } from './order.ts';
import { parseOutputReference } from './reference.ts';

const STEPS_LIMIT = 64;
const ID_LIMIT = 200;
const ALTERNATIVES_LIMIT = 16;
const DAY_MS = 86_400_000;
const BUDGET_LIMIT_MS = 365 * DAY_MS;

/**
 * Checks an order before it is journaled. Throws `MESSAGE_INVALID` with the JSON pointer of what is wrong, or
 * `PAYLOAD_TOO_LARGE`.
 */
export function checkOrder(order: Order, payloadLimitBytes: number): void {
  checkRequestId(order.requestId);
  for (const key of ['sessionId', 'tenant', 'subject', 'domain'] as const) {
    const value: unknown = order[key];
    expectThat(
      typeof value === 'string' && value.length > 0 && value.length <= ID_LIMIT,
      `/${key}`,
      'a short text',
    );
  }
  expectThat(['low', 'normal', 'high'].includes(order.priority), '/priority', 'low, normal or high');
  expectThat(isJsonObject(order.origin), '/origin', 'an object');
  expectThat(
    order.startAt === undefined || Number.isFinite(order.startAt),
    '/startAt',
    'milliseconds since the epoch',
  );
  expectThat(
    Array.isArray(order.steps) && order.steps.length > 0 && order.steps.length <= STEPS_LIMIT,
    '/steps',
    `1 to ${STEPS_LIMIT} steps`,
  );
  const bytes = Buffer.byteLength(JSON.stringify(order));
  if (bytes > payloadLimitBytes) {
    throw new HermesError(
      'PAYLOAD_TOO_LARGE',
      `The order has ${bytes} bytes; ${payloadLimitBytes} are allowed`,
      {
        layer: 'bus',
        where: '/steps',
        hint: 'Pass large content as an artifact.',
      },
    );
  }
  const earlier = new Set<string>();
  for (const [index, step] of order.steps.entries()) {
    checkStep(step, `/steps/${index}`, earlier);
    earlier.add(step.id);
  }
}

/** Throws `MESSAGE_INVALID` for what cannot name a request. */
export function checkRequestId(requestId: string): void {
  const named = typeof requestId === 'string' && requestId.length > 0 && requestId.length <= ID_LIMIT;
  expectThat(
    named && !requestId.includes('/'),
    '/requestId',
    'a short text without a slash: steps are <id>/1',
  );
}

function checkStep(step: PlannedStep, at: string, earlier: ReadonlySet<string>): void {
  expectThat(
    typeof step.id === 'string' && /^[\w-]{1,64}$/.test(step.id),
    `${at}/id`,
    'a name such as send_mail',
  );
  expectThat(!earlier.has(step.id) && step.id !== 'self', `${at}/id`, 'a name that no other step has');
  expectThat(
    ['read', 'write', 'destructive'].includes(step.effects),
    `${at}/effects`,
    'read, write or destructive',
  );
  expectThat(typeof step.idempotent === 'boolean', `${at}/idempotent`, 'true or false');
  const own = new Set([...earlier, step.id, 'self']);
  checkCall(step, at, earlier, own);
  checkRetry(step, at);
  const { verify, compensation } = step;
  if (verify !== undefined) {
    checkCall(verify, `${at}/verify`, earlier, own);
    for (const key of ['doneWhen', 'failedWhen'] as const) {
      const pointer: unknown = verify[key]?.pointer;
      expectThat(
        typeof pointer === 'string' && parsePointer(pointer) !== null,
        `${at}/verify/${key}`,
        'a condition',
      );
    }
    expectThat(
      Array.isArray(verify.afterMs) && verify.afterMs.every((afterMs) => isCount(afterMs)),
      `${at}/verify/afterMs`,
      'a list of milliseconds',
    );
  }
  if (compensation !== undefined) {
    checkCall(compensation, `${at}/compensation`, own, own);
    checkRetry(compensation, `${at}/compensation`);
  }
}

function checkCall(
  call: Pick<PlannedStep, 'tool' | 'version' | 'hash' | 'alternatives' | 'input' | 'timeoutMs'>,
  at: string,
  outputs: ReadonlySet<string>,
  keys: ReadonlySet<string>,
): void {
  checkReference(call, at);
  const alternatives: unknown = call.alternatives ?? [];
  expectThat(
    Array.isArray(alternatives) && alternatives.length <= ALTERNATIVES_LIMIT,
    `${at}/alternatives`,
    `at most ${ALTERNATIVES_LIMIT} other versions`,
  );
  for (const [index, other] of (call.alternatives ?? []).entries()) {
    checkReference(other, `${at}/alternatives/${index}`);
    expectThat(
      other.tool === call.tool,
      `${at}/alternatives/${index}/tool`,
      'another version of the same tool',
    );
  }
  expectThat(
    isCount(call.timeoutMs) && call.timeoutMs > 0 && call.timeoutMs <= BUDGET_LIMIT_MS,
    `${at}/timeoutMs`,
    'milliseconds, more than 0 and at most a year',
  );
  expectThat(call.input !== undefined, `${at}/input`, 'a JSON value');
  checkReferences(call.input, `${at}/input`, outputs, keys);
}

function checkReference(reference: ToolReference, at: string): void {
  for (const key of ['tool', 'version', 'hash'] as const) {
    const value: unknown = reference[key];
    expectThat(
      typeof value === 'string' && value.length > 0 && value.length <= ID_LIMIT,
      `${at}/${key}`,
      'a short text',
    );
  }
}

function checkRetry({ retryPolicy }: Pick<PlannedStep, 'retryPolicy'>, at: string): void {
  expectThat(
    isJsonObject(retryPolicy) &&
      Number.isSafeInteger(retryPolicy.maxAttempts) &&
      retryPolicy.maxAttempts >= 1,
    `${at}/retryPolicy/maxAttempts`,
    'a whole number, 1 or more',
  );
  for (const key of ['initialMs', 'multiplier', 'maxMs', 'jitter'] as const) {
    expectThat(isCount(retryPolicy[key]), `${at}/retryPolicy/${key}`, 'a number, 0 or more');
  }
}

function checkReferences(
  value: JsonValue,
  at: string,
  outputs: ReadonlySet<string>,
  keys: ReadonlySet<string>,
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      checkReferences(item as JsonValue, `${at}/${index}`, outputs, keys);
  } else if (isJsonObject(value)) {
    const { $output: output, $idempotency_key: key } = value;
    if (typeof output === 'string') {
      const { step, pointer } = parseOutputReference(output);
      expectThat(
        outputs.has(step) && parsePointer(pointer) !== null,
        at,
        'an earlier step’s output, as report#/pdf',
      );
    } else if (typeof key === 'string') {
      expectThat(keys.has(key), at, 'the id of this or an earlier step');
    } else {
      for (const [name, member] of Object.entries(value))
        checkReferences(member, `${at}/${name}`, outputs, keys);
    }
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

function expectThat(holds: boolean, where: string, expected: string): void {
  if (!holds) throw new HermesError('MESSAGE_INVALID', `Expected ${expected}`, { layer: 'bus', where });
}
