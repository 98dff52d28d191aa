import type { SpanSink } from './span.ts';

/** Hands every span to each of `sinks`, so that who makes spans need not know who listens. */
export const fanOutSpans = (sinks: readonly SpanSink[]): SpanSink => ({
  write(span) {
    for (const sink of sinks) sink.write(span);
  },
});
