export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

/** The fenced code blocks of a Markdown text, in order. */
export function readCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { language: string; line: number; lines: string[]; fence: string } | null = null;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^(`{3,})(\S*)\s*$/.exec(line);
    if (open === null && fence !== null) {
      open = { language: fence[2]!, line: index + 1, lines: [], fence: fence[1]! };
    } else if (open !== null && line.trimEnd() === open.fence) {
      blocks.push({ language: open.language, text: open.lines.join('\n'), line: open.line });
      open = null;
    } else {
      open?.lines.push(line);
    }
  }
  return blocks;
}
