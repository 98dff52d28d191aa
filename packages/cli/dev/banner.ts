import type { AgentInfo } from '@hermes-agent/runtime';
import { formatDuration } from '../terminal/duration.ts';
import type { Paint } from '../terminal/terminal.ts';
import { fit } from '../terminal/width.ts';

const SENTENCES = 3;

interface Banner {
  readonly url: string;
  readonly version: string;
  readonly agents: readonly AgentInfo[];
  readonly startMs: number;
}

/** What a newcomer sees first: where it is, and what to say. */
export function drawBanner({ url, version, agents, startMs }: Banner, paint: Paint): string[] {
  const sentences = chooseSentences(agents);
  const column = Math.max(...agents.map(({ name }) => name.length));
  const first = agents[0]?.name ?? '';
  return [
    '',
    `  ${paint('bold', 'Hermes Agent')} ${paint('dim', `${version} · ready in ${formatDuration(startMs)}`)}`,
    '',
    `  ${paint('green', '➜')}  ${paint(['bold', 'cyan'], url)}`,
    '',
    `  试试这样说 ${paint('dim', '·')} Try saying`,
    ...sentences.map(({ name, text }) => `     ${paint('dim', fit(name, column))}   ${text}`),
    '',
    paint('dim', `  hermes chat ${first} talks to it from another terminal · Ctrl-C stops it`),
  ];
}

/** The first of each agent, and one in English when there is room. */
function chooseSentences(agents: readonly AgentInfo[]): { name: string; text: string }[] {
  const all = agents.flatMap(({ name, tries }) => tries.map((text) => ({ name, text })));
  const firsts = agents.flatMap(({ name, tries }) => tries.slice(0, 1).map((text) => ({ name, text })));
  const english = all.find(({ text }) => /^[\p{ASCII}]+$/u.test(text));
  const chosen = [
    ...firsts.slice(0, SENTENCES - 1),
    ...(english === undefined ? [] : [english]),
    ...firsts,
    ...all,
  ];
  const different = chosen.filter(
    ({ text }, index) => chosen.findIndex((other) => other.text === text) === index,
  );
  return different.slice(0, SENTENCES);
}
