import { HermesError } from '@hermes-agent/core';
import type { DeadLetter } from '@hermes-agent/runtime';
import { nameOf, onStore, type StoreOptions } from '../instance/on-store.ts';
import { formatTime } from '../terminal/duration.ts';
import { createPaint, type Paint, type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';

/** `hermes dead-letter list`. */
export const listLetters = (options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ deadLetters }) => {
    const { stdout } = terminal;
    const letters = await deadLetters.list();
    if (options.json === true) for (const letter of letters) writeJson(stdout, letter);
    else if (letters.length === 0) writeLine(stdout, 'There are no dead letters.');
    else for (const letter of letters) writeLine(stdout, draw(letter, createPaint(stdout)));
  });

/** `hermes dead-letter show`. */
export const showLetter = (id: string, options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ deadLetters }) => {
    const { stdout } = terminal;
    const letter = await deadLetters.show(id);
    if (letter === null) {
      throw new HermesError('NOT_FOUND', `No dead letter has the id ${id}`, {
        layer: 'cli',
        hint: '`hermes dead-letter list` shows those there are.',
      });
    }
    if (options.json === true) return writeJson(stdout, letter);
    writeLine(stdout, draw(letter, createPaint(stdout)));
    writeLine(stdout, JSON.stringify({ about: letter.about, content: letter.content }, null, 2));
  });

/** `hermes dead-letter replay`. */
export const replayLetter = (id: string, options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ deadLetters }) => {
    await deadLetters.replay(id, nameOf(terminal));
    tell(id, 'replayed', options, terminal);
  });

/** `hermes dead-letter discard`. */
export const discardLetter = (id: string, options: StoreOptions, terminal: Terminal): Promise<void> =>
  onStore(options, terminal, async ({ deadLetters }) => {
    await deadLetters.discard(id, nameOf(terminal));
    tell(id, 'discarded', options, terminal);
  });

function tell(
  id: string,
  decision: 'replayed' | 'discarded',
  { json }: StoreOptions,
  { stdout }: Terminal,
): void {
  if (json === true) writeJson(stdout, { id, decision });
  else writeLine(stdout, `${id} is ${decision}.`);
}

const draw = ({ id, kind, code, reason, at }: DeadLetter, paint: Paint): string =>
  `${paint('dim', formatTime(at))} ${paint('bold', id)}  ${kind}  ${paint('red', code)}  ${reason}`;
