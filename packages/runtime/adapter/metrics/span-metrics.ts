import type { SpanRecord, SpanSink } from '@hermes-agent/core';
import { contractOf, isAttempt } from '../known-span.ts';
import { createCounter } from './counter.ts';
import { createHistogram } from './histogram.ts';
import type { Metric } from './text.ts';

export interface SpanMetrics extends SpanSink {
  readonly metrics: readonly Metric[];
}

/** Metrics of what the layers do, counted from the spans they leave, so that no layer knows of metrics. */
export function createSpanMetrics(): SpanMetrics {
  const turns = createCounter({
    name: 'hermes_turns_total',
    help: 'Turns of users, by what was understood and where it led.',
    labels: ['agent', 'intent', 'state', 'code'],
  });
  const turnSeconds = createHistogram({
    name: 'hermes_turn_duration_seconds',
    help: 'How long a turn took until its words were committed.',
    labels: ['agent'],
  });
  const outcomes = createCounter({
    name: 'hermes_execution_outcomes_total',
    help: 'Statuses told of executions; pending and needs_attention may be followed by another.',
    labels: ['agent', 'status', 'code'],
  });
  const queueSeconds = createHistogram({
    name: 'hermes_queue_wait_seconds',
    help: 'How long calls waited for a worker.',
    labels: ['tool'],
  });
  const attempts = createCounter({
    name: 'hermes_attempts_total',
    help: 'Attempts as the bus saw them end, lost workers and time-outs included.',
    labels: ['tool', 'version', 'kind', 'code'],
  });
  const attemptSeconds = createHistogram({
    name: 'hermes_attempt_duration_seconds',
    help: 'How long attempts took, as the bus saw them.',
    labels: ['tool', 'version'],
  });
  const calls = createCounter({
    name: 'hermes_tool_calls_total',
    help: 'Calls as the tool layer saw them end.',
    labels: ['tool', 'version', 'code'],
  });
  const callSeconds = createHistogram({
    name: 'hermes_tool_call_duration_seconds',
    help: 'How long calls took, as the tool layer saw them.',
    labels: ['tool', 'version'],
  });
  const violations = createCounter({
    name: 'hermes_contract_violations_total',
    help: 'Inputs and outputs that broke a contract, by the keyword of the first breach.',
    labels: ['tool', 'version', 'side', 'keyword'],
  });

  const take = (span: SpanRecord): void => {
    const seconds = Math.max(0, span.endMs - span.startMs) / 1_000;
    const label = (key: string): string => String(span.attributes[key] ?? '');
    if (isAttempt(span)) {
      attempts.count(label('tool'), label('version'), label('kind'), span.code);
      attemptSeconds.observe(seconds, label('tool'), label('version'));
      return;
    }
    switch (`${span.layer} ${span.name}`) {
      case 'conversation turn':
        turns.count(label('agent'), label('intent'), label('state'), span.code);
        turnSeconds.observe(seconds, label('agent'));
        break;
      case 'runtime outcome':
        outcomes.count(label('agent'), label('status'), span.code);
        break;
      case 'bus queue':
        queueSeconds.observe(seconds, label('tool'));
        break;
      case 'tools TOOL_CALL': {
        const { tool, version } = contractOf(span);
        calls.count(tool, version, span.code);
        callSeconds.observe(seconds, tool, version);
        break;
      }
      case 'tools CONTRACT_VALIDATION':
        if (span.code !== 'OK') {
          const { tool, version } = contractOf(span);
          violations.count(tool, version, label('side'), label('keyword'));
        }
        break;
    }
  };
  return {
    write: take,
    metrics: [
      turns,
      turnSeconds,
      outcomes,
      queueSeconds,
      attempts,
      attemptSeconds,
      calls,
      callSeconds,
      violations,
    ],
  };
}
