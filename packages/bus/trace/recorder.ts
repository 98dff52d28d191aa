import type { SpanRecord, SpanSink } from '@hermes-agent/core';
import type { Execution } from '../execution/state.ts';
import type { Moment } from '../execution/transition.ts';
import { requestSpanId, spanIdOf, traceOf } from './context.ts';

/** Writes what `step` says happened as spans: with names, times and codes, never with inputs or outputs. */
export function recordMoment(sink: SpanSink, { order }: Execution, moment: Moment): void {
  const { traceId, parentSpanId } = traceOf(order);
  const root = requestSpanId(order);
  const whole = moment.name === 'request';
  const { call } = moment;
  const span: SpanRecord = {
    spanId: whole ? root : momentSpanId(order.requestId, moment),
    traceId,
    parentSpanId: whole ? parentSpanId : root,
    requestId: call?.id ?? order.requestId,
    turnId: null,
    sessionId: order.sessionId,
    layer: 'bus',
    name: nameOf(moment),
    startMs: moment.startAt,
    endMs: moment.endAt,
    code: moment.code,
    attributes:
      call === null
        ? { priority: order.priority }
        : {
            tool: call.tool,
            version: call.version,
            kind: call.kind,
            attempt: call.attempt,
            fence: moment.fence,
            ...(call.canary === undefined ? {} : { canary: call.canary }),
            ...moment.about,
          },
  };
  sink.write(span);
}

const momentSpanId = (requestId: string, { name, call, fence, startAt }: Moment): string =>
  name === 'attempt'
    ? spanIdOf('attempt', call!.id, fence)
    : spanIdOf(name, call?.id ?? requestId, fence, startAt);

const VERBS = {
  step: 'execute',
  verification: 'verify',
  fallback: 'ask',
  compensation: 'compensate',
} as const;

const nameOf = ({ name, call }: Moment): string =>
  name === 'attempt' ? `${VERBS[call!.kind]} ${call!.tool}` : name;
