import { createIds, HermesError, systemClock } from '@hermes-agent/core';
import type { Locale } from '@hermes-agent/runtime';
import { dataDirOf } from '../data-dir.ts';
import { aborted, watchStop } from '../terminal/stop-signal.ts';
import { createPaint, type Terminal, writeLine } from '../terminal/terminal.ts';
import { unknownAgent } from '../unknown-agent.ts';
import { type ChosenClient, chooseClient } from './choose-client.ts';
import { type Conversation, openConversation } from './conversation.ts';
import { type Prompt, talk } from './interactive.ts';
import { createJsonOutput } from './json-output.ts';
import type { ChatOutput } from './output.ts';
import { createTerminalOutput } from './terminal-output.ts';

export interface ChatOptions {
  readonly say?: readonly string[];
  readonly json?: boolean;
  readonly at?: number;
  readonly user?: string;
  readonly locale?: Locale;
  readonly server?: string;
  readonly data?: string;
  readonly agents?: string;
}

/** `hermes chat`. Throws what ends it early; the caller reports it. */
export async function chat(agent: string, options: ChatOptions, terminal: Terminal): Promise<void> {
  const chosen = await chooseClient(
    {
      dataDir: dataDirOf(options.data, terminal),
      agents: options.agents,
      server: options.server,
      user: options.user,
    },
    terminal,
  );
  const stop = watchStop();
  try {
    await refuseUnknown(agent, chosen);
    await Promise.race([converse(agent, options, chosen, terminal), refuseWhenStopped(stop.signal)]);
  } finally {
    await chosen.close();
    stop.release();
  }
}

async function refuseWhenStopped(signal: AbortSignal): Promise<never> {
  await aborted(signal);
  throw new HermesError('CANCELLED', 'Stopped before the end', { layer: 'cli' });
}

async function converse(
  agent: string,
  options: ChatOptions,
  { client, where }: ChosenClient,
  terminal: Terminal,
): Promise<void> {
  let conversation: Conversation | undefined;
  const locale = (): Locale => conversation?.locale ?? options.locale ?? 'zh';
  const output = options.json === true ? createJsonOutput(terminal) : createTerminalOutput(terminal, locale);
  const open = async (shown: ChatOutput): Promise<Conversation> => {
    conversation = await openConversation({
      client,
      output: shown,
      clock: systemClock,
      ids: createIds(systemClock),
      agent,
      locale: options.locale,
      referenceMs: options.at,
    });
    return conversation;
  };
  try {
    if (options.say !== undefined) {
      const { say, broken } = await open(output);
      for (const text of options.say) await Promise.race([say(text, true), broken]);
      return;
    }
    await talk(terminal, async (prompt) => {
      if (options.json !== true) {
        const paint = createPaint(terminal.stdout);
        writeLine(terminal.stdout, paint('dim', `${agent} on ${where} · /exit or Ctrl-D to leave\n`));
      }
      const shown = aboveThePrompt(output, prompt);
      return { conversation: await open(shown), output: shown };
    });
  } finally {
    await conversation?.close();
  }
}

/** What is said was typed already; all else is shown above the line being typed. */
const aboveThePrompt = (output: ChatOutput, prompt: Prompt): ChatOutput => ({
  greeting: output.greeting,
  said() {},
  turn: (turn, sessionId) => prompt.above(() => output.turn(turn, sessionId)),
  push: (reply, sessionId) => prompt.above(() => output.push(reply, sessionId)),
  error: (error) => prompt.above(() => output.error(error)),
});

async function refuseUnknown(agent: string, { client }: ChosenClient): Promise<void> {
  const names = (await client.agents()).map(({ name }) => name);
  if (!names.includes(agent)) throw unknownAgent(agent, names);
}
