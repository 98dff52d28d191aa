import { CODES } from '@hermes-agent/core';
import type { Locale, OutboxReply } from '@hermes-agent/runtime';
import { createPaint, type Terminal, writeLine } from '../terminal/terminal.ts';
import type { ChatOutput } from './output.ts';

/** For a person: what was said, what is answered, and faintly how it was understood. */
export function createTerminalOutput({ stdout }: Terminal, locale: () => Locale): ChatOutput {
  const paint = createPaint(stdout);
  const reply = ({ text, options }: OutboxReply, mark: string): void => {
    const [first = '', ...more] = text.split('\n');
    writeLine(stdout, `${mark} ${first}`);
    for (const line of more) writeLine(stdout, `  ${line}`);
    if (options !== undefined) {
      writeLine(stdout, `  ${options.map((option) => paint('cyan', `[${option}]`)).join(' ')}`);
    }
  };
  return {
    greeting: (replies) => {
      for (const words of replies) reply(words, paint('green', '●'));
    },
    said: (text) => writeLine(stdout, `\n${paint('bold', `› ${shorten(text)}`)}`),
    turn(turn) {
      for (const words of turn.replies) reply(words, paint('green', '●'));
      const understood = [
        turn.intent === null ? 'no intent' : `${turn.intent} ${turn.confidence.toFixed(2)}`,
        turn.state,
        ...turn.requestIds.map((id) => `hermes trace ${id}`),
      ];
      writeLine(stdout, paint('dim', `  ${understood.join(' · ')}`));
    },
    push: (words) => reply(words, paint('yellow', '◆')),
    error(error) {
      writeLine(stdout, `${paint('red', '✗')} ${CODES[error.code][locale()]}`);
      const detail = [error.code, error.message, error.hint].filter((part) => part !== undefined);
      writeLine(stdout, paint('dim', `  ${detail.join(' · ')}`));
    },
  };
}

const SHOWN_CHARACTERS = 500;
const shorten = (text: string): string =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
