import type { Conclusion } from '@hermes-agent/bus';
import type { Alert } from '@hermes-agent/core';
import type { RequestRow } from '../request/request-row.ts';

type Asked = Pick<RequestRow, 'requestId' | 'agent' | 'intent'>;

/** A machine can go no further with this request: a person has to find out what became of it. */
export const needsAttention = (request: Asked, { code, failedStep, at }: Conclusion): Alert => ({
  code: 'NEEDS_ATTENTION',
  severity: 'critical',
  summary: {
    zh: '有一个请求需要人工处理：自动流程无法确定或完成它的结果。',
    en: 'A request needs a person: its outcome could not be settled automatically.',
  },
  fields: { ...fieldsOf(request), reason: code, step: failedStep },
  at,
});

/** The request has come to something, and its user will not hear of it in the session. */
export const outcomeUntold = (request: Asked, { status, at }: Conclusion, reason: string): Alert => ({
  code: 'OUTCOME_UNTOLD',
  severity: 'warning',
  summary: {
    zh: '有一个请求的结果没能告知用户。',
    en: 'The outcome of a request could not be told to its user.',
  },
  fields: { ...fieldsOf(request), status, reason },
  at,
});

/** A step was undone, or could not be, and the operators' list does not know. */
export const compensationUnrecorded = (request: Asked, { at }: Conclusion, reason: string): Alert => ({
  code: 'COMPENSATION_UNRECORDED',
  severity: 'critical',
  summary: {
    zh: '有一笔撤销没能记入待处理清单。',
    en: 'The undoing of a step could not be put on the list of compensations.',
  },
  fields: { ...fieldsOf(request), reason },
  at,
});

/** A user was told that it would have come to something by now. */
export const promiseBroken = (request: Asked, at: number): Alert => ({
  code: 'PROMISE_BROKEN',
  severity: 'critical',
  summary: {
    zh: '有一个对用户的承诺没有按时兑现，已转人工处理。',
    en: 'A promise to a user was not kept in time; a person has to take over.',
  },
  fields: fieldsOf(request),
  at,
});

const fieldsOf = ({ requestId, agent, intent }: Asked) => ({ request_id: requestId, agent, intent });
