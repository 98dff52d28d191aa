import type { SpanRecord } from '@hermes-agent/core';

/** Whether the bus says with this span that an attempt at a call ended. */
export const isAttempt = ({ layer, name }: SpanRecord): boolean =>
  layer === 'bus' && /^(execute|verify|compensate) ./.test(name);

/** The tool and version that a span of the tool layer names as `tool@version` or `tool@version#hash`. */
export function contractOf({ attributes }: SpanRecord): { tool: string; version: string } {
  const match = /^(.+?)@([^#]+)/.exec(String(attributes.contract));
  return { tool: match?.[1] ?? '', version: match?.[2] ?? '' };
}
