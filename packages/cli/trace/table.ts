import type { TraceSummary } from '@hermes-agent/runtime';
import { formatDuration, formatTime } from '../terminal/duration.ts';
import type { Paint } from '../terminal/terminal.ts';
import { fit } from '../terminal/width.ts';

/** Found requests, a line each. */
export const drawTable = (traces: readonly TraceSummary[], paint: Paint): string[] =>
  traces.map((trace) => {
    const style = trace.status === 'succeeded' ? 'green' : trace.status === 'failed' ? 'red' : 'yellow';
    const took = trace.endMs === null ? '' : formatDuration(trace.endMs - trace.startMs);
    return [
      paint('dim', formatTime(trace.startMs)),
      trace.requestId,
      paint(style, fit(trace.status, 15)),
      took.padStart(9),
      ` ${trace.agent} · ${trace.intent}`,
      trace.code === null || trace.code === 'OK' ? '' : paint('red', ` ${trace.code}`),
    ].join(' ');
  });
