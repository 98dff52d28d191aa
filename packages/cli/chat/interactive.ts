import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from 'node:readline';
import { asHermesError } from '@hermes-agent/core';
import type { Terminal } from '../terminal/terminal.ts';
import type { Conversation } from './conversation.ts';
import type { ChatOutput } from './output.ts';

const LEAVE = new Set(['/exit', '/quit', '/q']);

/** Keeps the line being typed below whatever is shown meanwhile. */
export interface Prompt {
  /** Runs `write` above the line. */
  above(write: () => void): void;
}

interface Opened {
  readonly conversation: Conversation;
  readonly output: ChatOutput;
}

/**
 * Talks until end of input, `/exit` or Ctrl-C. Errors are shown and the conversation goes on. From a pipe each
 * line is a turn that waits for its outcome.
 */
export async function talk(terminal: Terminal, open: (prompt: Prompt) => Promise<Opened>): Promise<void> {
  const { stdin, stdout } = terminal;
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true;
  let prompting: Interface | undefined;
  const { conversation, output } = await open({
    above(write) {
      if (prompting === undefined) return write();
      // Over the blank line above the prompt, however many rows what is typed takes; readline goes up as many.
      const { rows } = prompting.getCursorPos();
      moveCursor(stdout, 0, -rows - 1);
      cursorTo(stdout, 0);
      clearScreenDown(stdout);
      write();
      stdout.write('\n'.repeat(rows + 1));
      prompting.prompt(true);
    },
  });
  // Only now: an interface that nobody iterates yet drops what it reads.
  const lines = createInterface({ input: stdin, ...(isTerminal ? { output: stdout } : {}), prompt: '› ' });
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => {
    prompting = undefined;
  });
  const ask = (): void => {
    if (!isTerminal) return;
    stdout.write('\n');
    lines.prompt();
    prompting = lines;
  };
  const listen = async (): Promise<void> => {
    ask();
    for await (const line of lines) {
      if (LEAVE.has(line.trim())) break;
      ask();
      if (line.trim() === '' && isTerminal) continue;
      await conversation.say(line, !isTerminal).catch((thrown) => output.error(asHermesError(thrown, 'cli')));
    }
  };
  try {
    await Promise.race([listen(), conversation.broken]);
  } finally {
    lines.close();
    if (isTerminal) stdout.write('\n');
  }
}
