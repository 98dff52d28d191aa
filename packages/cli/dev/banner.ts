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

/** Each agent's first before any agent's second. */
function chooseSentences(agents: readonly AgentInfo[]): { name: string; text: string }[] {
  const all = agents.flatMap(({ name, tries }) => tries.map((text, rank) => ({ name, text, rank })));
  return all
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, SENTENCES)
    .toSorted((left, right) =>
      left.name < right.name ? 1 : left.name > right.name ? -1 : left.rank - right.rank,
    );
}
