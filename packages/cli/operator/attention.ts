import { HermesError, type JsonValue } from '@hermes-agent/core';
import { formatTime } from '../terminal/duration.ts';
import { createPaint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { type DeskOptions, withDesk } from './choose-desk.ts';
import { type DecisionOptions, decisionOf } from './decision.ts';

/** `hermes attention list`: what waits for a person. */
export async function listAttention(options: DeskOptions, terminal: Terminal): Promise<void> {
  const { stdout } = terminal;
  const items = await withDesk(options, terminal, (desk) => desk.attention());
  if (options.json === true) {
    for (const item of items) writeJson(stdout, item);
    return;
  }
  if (items.length === 0) writeLine(stdout, 'Nothing waits for a person.');
  const paint = createPaint(stdout);
  for (const { sinceMs, requestId, step, tool, reason } of items) {
    writeLine(
      stdout,
      [paint('dim', formatTime(sinceMs)), requestId, step, tool, paint('yellow', reason)].join('  '),
    );
  }
}

export interface SettleAttentionOptions extends DeskOptions, DecisionOptions {
  readonly step: string;
  readonly output?: string;
}

/** `hermes attention settle`: decides one matter. */
export async function settleAttention(
  requestId: string,
  options: SettleAttentionOptions,
  terminal: Terminal,
): Promise<void> {
  const { step, output, json } = options;
  const decision = decisionOf(options);
  const { status } = await withDesk(options, terminal, (desk) =>
    desk.settleAttention({
      requestId,
      step,
      ...decision,
      ...(output === undefined ? {} : { output: parseOutput(output) }),
    }),
  );
  if (json === true) writeJson(terminal.stdout, { requestId, step, status });
  else writeLine(terminal.stdout, `${requestId} is now ${status}.`);
}

function parseOutput(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new HermesError('INVALID_ARGUMENT', 'The output is no JSON', {
      layer: 'cli',
      where: '--output',
      cause,
    });
  }
}
