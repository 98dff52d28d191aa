import { readCodeBlocks } from './code-blocks.ts';

export interface DocumentedCommand {
  readonly line: number;
  readonly command: string;
  /**
   * `run`: a `hermes` command that ends by itself is run by docs.test.ts. `proven`: some test must say with
   * `provesCommand` that it runs it.
   */
  readonly by: 'run' | 'proven';
}

const OURS = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|hermes|\.ci\/run)\b/;
const HERMES = /^npx hermes\b/;
/** These stay until they are stopped, or ask a person. */
const STAYS = /^npx hermes (?:dev|worker)\b|^npx hermes chat (?!.*--say)/;
/** A word in capitals stands for what the reader has. */
const PLACEHOLDER = /\b[A-Z]{2,}_[A-Z_]+\b/;

/** The commands of a document's `sh` blocks, those of other programs (git, docker, curl) left out. */
export function readCommands(markdown: string): DocumentedCommand[] {
  return readCodeBlocks(markdown)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text, line }) => joinContinued(text.split('\n'), line + 1))
    .filter(({ command }) => OURS.test(command))
    .map(({ command, line }) => {
      const runs = HERMES.test(command) && !STAYS.test(command) && !PLACEHOLDER.test(command);
      return { command, line, by: runs ? 'run' : 'proven' };
    });
}

/** One entry a command: comments gone, lines that end in a backslash joined with the next. */
function joinContinued(lines: readonly string[], firstLine: number): { command: string; line: number }[] {
  const commands: { command: string; line: number }[] = [];
  let held: { command: string; line: number } | null = null;
  for (const [index, raw] of lines.entries()) {
    const text = raw.replace(/(^|\s)#.*$/, '').trim();
    const command: string = held === null ? text : `${held.command} ${text}`;
    const line: number = held?.line ?? firstLine + index;
    if (command.endsWith('\\')) {
      held = { command: command.slice(0, -1).trim(), line };
    } else {
      if (command !== '') commands.push({ command, line });
      held = null;
    }
  }
  return commands;
}
