import { HermesError } from '@hermes-agent/core';
import type { CompensationStatus } from '@hermes-agent/runtime';
import { formatTime } from '../terminal/duration.ts';
import { createPaint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { type DeskOptions, withDesk } from './choose-desk.ts';
import { type DecisionOptions, decisionOf } from './decision.ts';

export interface ListCompensationsOptions extends DeskOptions {
  readonly status: CompensationStatus;
  readonly limit: number;
}

/** `hermes compensation list`: steps that were to be undone. */
export async function listCompensations(
  options: ListCompensationsOptions,
  terminal: Terminal,
): Promise<void> {
  const { stdout } = terminal;
  const { status, limit } = options;
  const entries = await withDesk(options, terminal, (desk) => desk.compensations({ status, limit }));
  if (options.json === true) {
    for (const entry of entries) writeJson(stdout, entry);
    return;
  }
  if (entries.length === 0) writeLine(stdout, `No compensation is ${status}.`);
  const paint = createPaint(stdout);
  for (const { atMs, stepId, step, tool, amountClass, code } of entries) {
    writeLine(
      stdout,
      [paint('dim', formatTime(atMs)), stepId, step, tool, amountClass, paint('yellow', code ?? '')].join(
        '  ',
      ),
    );
  }
}

export interface SettleCompensationsOptions extends DeskOptions, DecisionOptions {
  readonly all?: boolean;
}

/** `hermes compensation settle`: decides those named, or all that are pending. */
export async function settleCompensations(
  stepIds: readonly string[],
  options: SettleCompensationsOptions,
  terminal: Terminal,
): Promise<void> {
  const { stdout } = terminal;
  if ((options.all === true) === stepIds.length > 0) {
    throw new HermesError('INVALID_ARGUMENT', 'Name the steps to settle, or --all, not both', {
      layer: 'cli',
      hint: '`hermes compensation list` shows the ids.',
    });
  }
  const decision = decisionOf(options);
  const results = await withDesk(options, terminal, (desk) =>
    desk.settleCompensations({ ...decision, stepIds: options.all === true ? 'all' : stepIds }),
  );
  for (const { stepId, code } of results) {
    if (options.json === true) writeJson(stdout, { stepId, code });
    else writeLine(stdout, `${stepId}  ${code ?? 'settled'}`);
  }
  if (results.length === 0 && options.json !== true) writeLine(stdout, 'No compensation is pending.');
  const failed = results.filter(({ code }) => code !== null);
  if (failed.length > 0) {
    throw new HermesError('CONFLICT', `${failed.length} of ${results.length} could not be settled`, {
      layer: 'cli',
      hint: '`hermes attention list` shows what still stands open.',
    });
  }
}
