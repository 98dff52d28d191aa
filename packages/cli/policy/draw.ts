import type { ControlChange, Freeze, PolicyInForce } from '@hermes-agent/runtime';
import { formatTime } from '../terminal/duration.ts';
import type { Paint } from '../terminal/terminal.ts';

const ACTIONS: Readonly<Record<string, 'red' | 'yellow' | 'green' | 'cyan'>> = {
  FREEZE: 'cyan',
  FAIL: 'red',
  RETRY: 'green',
  LOG_ONLY: 'yellow',
};

/** A rule as an operator reads it: what it is about, what it does, who says so. */
export function drawPolicy({ from, agent, by, at, rule }: PolicyInForce, paint: Paint): string {
  const { tool, version, error, action, severity, fallback } = rule;
  const about = `${tool ?? 'any tool'}${version === undefined ? '' : ` ${version}`}`;
  const asked = fallback === undefined ? '' : ` → ${fallback.tool} ${fallback.version}`;
  const loud = severity === undefined ? '' : ` (${severity})`;
  const source = agent ?? (by === null ? from : `set by ${by} ${formatTime(at!)}`);
  return `${about.padEnd(28)} ${error.padEnd(24)} ${paint(ACTIONS[action] ?? 'green', action)}${asked}${loud}  ${paint('dim', source)}`;
}

export const drawFreeze = ({ tool, version, code, by, at }: Freeze, paint: Paint): string =>
  `${paint('bold', `${tool} ${version}`)}  ${code}  ${paint('dim', `${by} ${formatTime(at)}`)}`;

export const drawChange = ({ at, by, what, subject, before, after }: ControlChange, paint: Paint): string =>
  `${paint('dim', formatTime(at))} ${by} ${what} ${subject}: ${before ?? '–'} → ${after ?? '–'}`;
