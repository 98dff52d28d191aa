import type { TraceSpan } from '../api/wire.ts';

/** One row of the waterfall. `offset` and `width` are fractions of the whole axis. */
interface TraceRow {
  readonly span: TraceSpan;
  readonly depth: number;
  readonly offset: number;
  readonly width: number;
  readonly durationMs: number;
}

/** A stretch in which nothing ran (the user was thinking), drawn short. */
interface TraceGap {
  readonly offset: number;
  readonly width: number;
  readonly durationMs: number;
}

export interface TraceLayout {
  readonly rows: readonly TraceRow[];
  readonly gaps: readonly TraceGap[];
  /** Marks on the axis: milliseconds since the start, and where. */
  readonly ticks: readonly { readonly offset: number; readonly ms: number }[];
  readonly startMs: number;
  /** From the first start to the last end, gaps included. */
  readonly durationMs: number;
}

interface Segment {
  readonly startMs: number;
  readonly endMs: number;
  readonly idle: boolean;
}

/** An idle stretch is shortened when it is longer than this, and longer than all the work together. */
const LEAST_GAP_MS = 1_000;
/** What a shortened stretch takes of the axis. */
const GAP_SHARE = 0.08;
const TICKS = 5;

export function layoutTrace(spans: readonly TraceSpan[]): TraceLayout {
  if (spans.length === 0) return { rows: [], gaps: [], ticks: [], startMs: 0, durationMs: 0 };
  const segments = segmentsOf(spans);
  const first = segments[0]!;
  const last = segments.at(-1)!;
  const workMs = segments.reduce((sum, segment) => sum + (segment.idle ? 0 : lengthOf(segment)), 0);
  const isGap = (segment: Segment): boolean =>
    segment.idle && lengthOf(segment) > Math.max(LEAST_GAP_MS, workMs);

  const gapCount = segments.filter(isGap).length;
  const shownMs = segments.reduce((sum, segment) => sum + (isGap(segment) ? 0 : lengthOf(segment)), 0);
  const scale = (1 - gapCount * GAP_SHARE) / Math.max(shownMs, Number.EPSILON);

  const places: { segment: Segment; offset: number; width: number; gap: boolean }[] = [];
  let offset = 0;
  for (const segment of segments) {
    const gap = isGap(segment);
    const width = gap ? GAP_SHARE : lengthOf(segment) * scale;
    places.push({ segment, offset, width, gap });
    offset += width;
  }
  const position = (ms: number): number => {
    const place = places.findLast(({ segment }) => segment.startMs <= ms) ?? places[0]!;
    const length = lengthOf(place.segment);
    return place.offset + (length === 0 ? 0 : ((ms - place.segment.startMs) / length) * place.width);
  };

  return {
    rows: orderSpans(spans).map(({ span, depth }) => {
      const at = position(span.start_ms);
      return {
        span,
        depth,
        offset: at,
        width: position(span.end_ms) - at,
        durationMs: span.end_ms - span.start_ms,
      };
    }),
    gaps: places
      .filter((place) => place.gap)
      .map((place) => ({ offset: place.offset, width: place.width, durationMs: lengthOf(place.segment) })),
    ticks: gapCount > 0 ? [] : ticksOf(last.endMs - first.startMs),
    startMs: first.startMs,
    durationMs: last.endMs - first.startMs,
  };
}

/** Parents before children, siblings by time. A span whose parent is not there stands at the left. */
function orderSpans(spans: readonly TraceSpan[]): { span: TraceSpan; depth: number }[] {
  const known = new Set(spans.map((span) => span.span_id));
  const children = Map.groupBy(spans, (span) =>
    span.parent_span_id !== null && known.has(span.parent_span_id) ? span.parent_span_id : null,
  );
  const ordered: { span: TraceSpan; depth: number }[] = [];
  const visit = (parent: string | null, depth: number): void => {
    const siblings = children.get(parent) ?? [];
    children.delete(parent); // a span that is its own ancestor must not loop
    for (const span of siblings.toSorted((a, b) => a.start_ms - b.start_ms || b.end_ms - a.end_ms)) {
      ordered.push({ span, depth });
      visit(span.span_id, depth + 1);
    }
  };
  visit(null, 0);
  return ordered;
}

/** The time line cut into stretches of work and of nothing. */
function segmentsOf(spans: readonly TraceSpan[]): Segment[] {
  const segments: Segment[] = [];
  for (const span of spans.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const last = segments.at(-1);
    if (last === undefined || span.start_ms > last.endMs) {
      if (last !== undefined) segments.push({ startMs: last.endMs, endMs: span.start_ms, idle: true });
      segments.push({ startMs: span.start_ms, endMs: span.end_ms, idle: false });
    } else if (span.end_ms > last.endMs) {
      segments[segments.length - 1] = { ...last, endMs: span.end_ms };
    }
  }
  return segments;
}

/** Round steps (1, 2 or 5 times a power of ten), about `TICKS` of them. */
function ticksOf(totalMs: number): { offset: number; ms: number }[] {
  if (totalMs <= 0) return [];
  const raw = totalMs / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const ticks = [];
  for (let ms = step; ms < totalMs * 0.9; ms += step) ticks.push({ offset: ms / totalMs, ms });
  return ticks;
}

const lengthOf = (segment: Segment): number => segment.endMs - segment.startMs;
