import { createInterface, type Interface } from 'node:readline';
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
  let typing: Interface | undefined;
  const { conversation, output } = await open({
    above(write) {
      if (typing !== undefined) stdout.write('\r\x1b[K');
      write();
      typing?.prompt(true);
    },
  });
  // Only now: an interface that nobody iterates yet drops what it reads.
  const lines = createInterface({ input: stdin, ...(isTerminal ? { output: stdout } : {}), prompt: '› ' });
  lines.on('SIGINT', () => lines.close());
  const ask = (): void => {
    if (!isTerminal) return;
    stdout.write('\n');
    lines.prompt();
    typing = lines;
  };
  const listen = async (): Promise<void> => {
    ask();
    for await (const line of lines) {
      typing = undefined;
      if (LEAVE.has(line.trim())) break;
      if (line.trim() !== '' || !isTerminal) {
        await conversation
          .say(line, !isTerminal)
          .catch((thrown) => output.error(asHermesError(thrown, 'cli')));
      }
      ask();
    }
  };
  try {
    await Promise.race([listen(), conversation.broken]);
  } finally {
    typing = undefined;
    lines.close();
    if (isTerminal) stdout.write('\n');
  }
}
