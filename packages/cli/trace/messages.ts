import type { JsonObject, JsonValue } from '@hermes-agent/core';
import { formatDuration } from '../terminal/duration.ts';
import type { Paint } from '../terminal/terminal.ts';
import { fit, widthOf } from '../terminal/width.ts';

const TYPE_COLUMNS = 16;
/** Told in columns of their own, or the same in every message of a trace. */
const ENVELOPE = new Set([
  'sequence',
  'sender',
  'request_id',
  'tool',
  'version',
  'tool_name',
  'priority',
  'attempt',
]);
/** These are for `--json`. */
const LONG = new Set(['retry_policy']);

/** The messages of the bus, a line each: when, which, of which step and tool, and what it says. */
export function drawMessages(
  messages: readonly JsonObject[],
  startMs: number,
  columns: number,
  paint: Paint,
): string[] {
  const drawn = messages.map(({ at, type, ...rest }) => ({
    when: typeof at === 'number' ? `+${formatDuration(Math.max(0, at - startMs))}` : '',
    type: String(type),
    step: stepOf(rest),
    body: bodyOf(rest),
  }));
  const stepColumns = Math.max(0, ...drawn.map(({ step }) => widthOf(step)));
  return drawn.map(({ when, type, step, body }) => {
    const lead = `${when.padStart(10)}  ${fit(type, TYPE_COLUMNS)} ${fit(step, stepColumns)}  `;
    const style = type === 'EXECUTE_ERROR' || type === 'EXECUTE_TIMEOUT' ? 'red' : 'dim';
    return `${lead}${paint(style, fit(body, Math.max(20, columns - widthOf(lead))).trimEnd())}`;
  });
}

/** `/1 send_mail@1.0.0 #2`: the step within the request, its tool, and the attempt after the first. */
function stepOf({ request_id: id, tool, version, attempt }: JsonObject): string {
  const step = typeof id === 'string' && id.includes('/') ? id.slice(id.indexOf('/')) : '';
  const name = typeof tool === 'string' ? `${tool}@${version ?? '?'}` : '';
  const again = typeof attempt === 'number' && attempt > 1 ? `#${attempt}` : '';
  return [step, name, again].filter((part) => part !== '').join(' ');
}

const bodyOf = (message: JsonObject): string =>
  Object.entries(message)
    .filter(([name]) => !ENVELOPE.has(name) && !LONG.has(name))
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join(' ');

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
