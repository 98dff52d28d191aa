import { asHermesError, type SpanScope, type SpanValue, type Tracer } from '@hermes-agent/core';

/** Runs one read or write of memory inside a span that tells how many things it touched, never which. */
export type RunTraced = <T>(
  name: string,
  work: () => Promise<T> | T,
  describe?: (result: T) => Readonly<Record<string, SpanValue>>,
) => Promise<T>;

export function createTraced(
  tracer: Tracer,
  scope: SpanScope,
  attributes: Readonly<Record<string, SpanValue>>,
): RunTraced {
  return async (name, work, describe) => {
    const span = tracer.start('memory', name, scope, attributes);
    try {
      const result = await work();
      if (describe !== undefined) span.set(describe(result));
      span.end();
      return result;
    } catch (thrown) {
      span.end(asHermesError(thrown, 'memory').code);
      throw thrown;
    }
  };
}
