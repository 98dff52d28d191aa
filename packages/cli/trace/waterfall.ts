import type { SpanRecord } from '@hermes-agent/core';
import type { TraceView } from '@hermes-agent/runtime';
import { formatDuration, formatTime } from '../terminal/duration.ts';
import type { Paint } from '../terminal/terminal.ts';
import { fit, widthOf } from '../terminal/width.ts';

const LAYER_COLUMNS = 13;
const NUMBER_COLUMNS = 10;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

interface Placed {
  readonly span: SpanRecord;
  readonly depth: number;
}

/** The moment that a trace's times count from: the turn began before its request did. */
export const beginningOf = (trace: TraceView): number =>
  Math.min(trace.startMs, ...trace.spans.map(({ startMs }) => startMs));

/** A trace as lines for a terminal of `columns`: who, when, how long, and the code it ended with. */
export function drawWaterfall(trace: TraceView, columns: number, paint: Paint): string[] {
  const placed = placeSpans(trace.spans);
  const startMs = beginningOf(trace);
  const endMs = Math.max(trace.endMs ?? trace.startMs, ...trace.spans.map((span) => span.endMs), startMs + 1);
  const fixed = LAYER_COLUMNS + 2 * NUMBER_COLUMNS + longestCode(trace) + 3;
  const nameColumns = Math.min(
    Math.max(16, ...placed.map(({ span, depth }) => widthOf(nameOf(span)) + 2 * depth + 1)),
    Math.max(16, Math.floor((columns - fixed) * 0.6)),
  );
  const barColumns = Math.max(8, Math.min(60, columns - fixed - nameColumns));
  const heading = [
    fit('layer', LAYER_COLUMNS),
    fit('span', nameColumns),
    ' '.repeat(barColumns + 1),
    'start'.padStart(NUMBER_COLUMNS),
    'took'.padStart(NUMBER_COLUMNS),
    '  code',
  ].join('');
  return [
    ...describeTrace(trace, paint),
    '',
    paint('dim', heading),
    ...placed.map(({ span, depth }) =>
      [
        paint('cyan', fit(span.layer, LAYER_COLUMNS)),
        fit(' '.repeat(2 * depth) + nameOf(span), nameColumns),
        paint(styleOf(span.code), drawBar(span, startMs, endMs, barColumns)),
        ' ',
        `+${formatDuration(span.startMs - startMs)}`.padStart(NUMBER_COLUMNS),
        formatDuration(span.endMs - span.startMs).padStart(NUMBER_COLUMNS),
        `  ${paint(styleOf(span.code), span.code)}`,
      ].join(''),
    ),
  ];
}

function describeTrace(trace: TraceView, paint: Paint): string[] {
  const took = trace.endMs === null ? '' : ` in ${formatDuration(trace.endMs - trace.startMs)}`;
  const status =
    trace.code === null || trace.code === 'OK' ? trace.status : `${trace.status} (${trace.code})`;
  const style = trace.status === 'succeeded' ? 'green' : trace.status === 'failed' ? 'red' : 'yellow';
  return [
    `${paint('bold', trace.intent)} of ${trace.agent}: ${paint(style, status)}${took}`,
    paint('dim', `request ${trace.requestId} · session ${trace.sessionId} · ${formatTime(trace.startMs)}`),
  ];
}

/** Depth first, children by start: each span stands below the one that caused it. */
function placeSpans(spans: readonly SpanRecord[]): Placed[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(spans, ({ parentSpanId }) =>
    parentSpanId !== null && known.has(parentSpanId) ? parentSpanId : null,
  );
  const place = (parent: string | null, depth: number): Placed[] =>
    (children.get(parent) ?? [])
      .toSorted((left, right) => left.startMs - right.startMs || left.endMs - right.endMs)
      .flatMap((span) => [{ span, depth }, ...place(span.spanId, depth + 1)]);
  return place(null, 0);
}

function drawBar(span: SpanRecord, startMs: number, endMs: number, columns: number): string {
  const scale = columns / (endMs - startMs);
  const from = Math.min(columns - 1, Math.floor((span.startMs - startMs) * scale));
  const eighths = Math.max(1, Math.round((span.endMs - span.startMs) * scale * 8));
  const whole = Math.min(columns - from, Math.floor(eighths / 8));
  const part = from + whole < columns ? EIGHTHS[eighths % 8]! : '';
  return fit(' '.repeat(from) + '█'.repeat(whole) + part, columns);
}

/** An attempt after the first says which it is. */
const nameOf = ({ name, attributes: { attempt } }: SpanRecord): string =>
  typeof attempt === 'number' && attempt > 1 ? `${name} #${attempt}` : name;

const longestCode = (trace: TraceView): number => Math.max(4, ...trace.spans.map(({ code }) => code.length));
const styleOf = (code: string): 'green' | 'red' => (code === 'OK' ? 'green' : 'red');
