/**
 * Draws the bus's states into docs/en/bus.md and docs/zh/bus.md, from every state that `step` can reach:
 * `node scripts/bus-states.ts`. A test holds the documents to the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explore, phaseOf } from '../packages/bus/simulation/explore.ts';

export const BUS_PAGES = ['en', 'zh'].map((locale) =>
  join(resolve(import.meta.dirname, '..'), 'docs', locale, 'bus.md'),
);

const BEGIN = '<!-- states: made by scripts/bus-states.ts -->';
const END = '<!-- end of states -->';
const ORDER = ['scheduled', 'ready', 'running', 'backing_off', 'monitoring', 'attention', 'ended'];

const byOrder = (left: string, right: string): number =>
  ORDER.indexOf(left.split(' ')[0]!) - ORDER.indexOf(right.split(' ')[0]!) || left.localeCompare(right);

/** The diagram of phases, and the table of what each event makes of each phase. */
export function drawStates(): string {
  const edges = new Map<string, Set<string>>();
  const cells = new Map<string, Map<string, Set<string>>>();
  explore((before, name, { execution, verdict }) => {
    const event = name.split(' ')[0]!;
    const [from, to] = [phaseOf(before), phaseOf(execution)];
    const row = cells.get(from) ?? new Map<string, Set<string>>();
    cells.set(from, row.set(event, row.get(event) ?? new Set()));
    if (verdict === 'ignored') return;
    row.get(event)!.add(to);
    const [source, target] = [before.phase.name, execution.phase.name];
    if (source === target) return;
    const edge = `${source} --> ${target}`;
    edges.set(edge, (edges.get(edge) ?? new Set()).add(event));
  });
  const arrows = [...edges]
    .sort(([left], [right]) => byOrder(left, right))
    .map(([edge, events]) => `  ${edge}: ${[...events].sort().join(', ')}`);
  const events = [...new Set([...cells.values()].flatMap((row) => [...row.keys()]))].sort();
  const rows = [...cells]
    .sort(([left], [right]) => byOrder(left, right))
    .map(
      ([phase, row]) =>
        `| **${phase}** | ${events.map((event) => cellOf(phase, row.get(event))).join(' | ')} |`,
    );
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> scheduled',
    '  [*] --> ready',
    ...arrows,
    '  ended --> [*]',
    '```',
    '',
    `| | ${events.join(' | ')} |`,
    `|---|${events.map(() => '---').join('|')}|`,
    ...rows,
  ].join('\n');
}

/** `·`: it stays as it is, and what came is kept for the record where it is a message. */
const cellOf = (phase: string, targets: ReadonlySet<string> | undefined): string => {
  const moved = [...(targets ?? [])].filter((target) => target !== phase).sort(byOrder);
  return moved.length === 0 ? '·' : moved.join('<br>');
};

/** The page with its states drawn anew. */
export function withStates(page: string, states: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('The page has no place for the states');
  return `${page.slice(0, from + BEGIN.length)}\n\n${states}\n\n${page.slice(to)}`;
}

if (import.meta.main) {
  const states = drawStates();
  for (const page of BUS_PAGES) writeFileSync(page, withStates(readFileSync(page, 'utf8'), states));
}
