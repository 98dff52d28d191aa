import type { JsonObject } from '@hermes-agent/core';
import { formatDuration } from '../terminal/duration.ts';
import type { Paint } from '../terminal/terminal.ts';
import { fit } from '../terminal/width.ts';

/** The messages of the bus, a line each: when, which, and what it says. */
export function drawMessages(
  messages: readonly JsonObject[],
  startMs: number,
  columns: number,
  paint: Paint,
): string[] {
  return messages.map((message) => {
    const { at, type, ...rest } = message;
    const when = typeof at === 'number' ? `+${formatDuration(Math.max(0, at - startMs))}` : '';
    const body = Object.entries(rest)
      .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(' ');
    const lead = `${when.padStart(10)}  ${fit(String(type), 16)} `;
    return `${lead}${paint('dim', fit(body, Math.max(20, columns - lead.length)).trimEnd())}`;
  });
}
