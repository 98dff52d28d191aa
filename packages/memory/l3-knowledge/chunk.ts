/** A passage that is found and shown as one. */
export interface Chunk {
  /** The headings above it, outermost first, joined by " › ". */
  readonly heading: string;
  readonly text: string;
}

const LONGEST_CHUNK = 1_200;

/** The text of the first heading of a markdown document; null when it has none. */
export const firstHeading = (markdown: string): string | null =>
  sections(markdown)
    .find(({ path }) => path.length > 0)
    ?.path.at(-1) ?? null;

/**
 * Cuts markdown at its headings, and a long section further at paragraphs, then sentences, then anywhere. A heading
 * with nothing below it is a passage too, so that it can be found.
 */
export function chunkMarkdown(markdown: string): Chunk[] {
  return sections(markdown).flatMap(({ path, body }) => {
    const heading = path.join(' › ');
    const texts = cut(body.trim());
    if (texts.length === 0) return heading === '' ? [] : [{ heading, text: path.at(-1)! }];
    return texts.map((text) => ({ heading, text }));
  });
}

interface Section {
  readonly path: readonly string[];
  readonly body: string;
}

function sections(markdown: string): Section[] {
  const found: Section[] = [];
  let path: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const finish = (): void => {
    if (path.length > 0 || lines.some((line) => line.trim() !== '')) {
      found.push({ path: path.filter((heading) => heading !== ''), body: lines.join('\n') });
    }
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence)))
      fence = fence === null ? mark : null;
    const heading = fence === null ? /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line) : null;
    if (heading === null) {
      lines.push(line);
      continue;
    }
    finish();
    const depth = heading[1]!.length;
    path = [...Array.from({ length: depth - 1 }, (_, index) => path[index] ?? ''), heading[2]!];
  }
  finish();
  return found;
}

const BOUNDARIES = [/(?<=\n)\s*\n/, /(?<=[。！？；\n]|[.!?;]\s)/] as const;

function cut(text: string, boundary = 0): string[] {
  if (text.length <= LONGEST_CHUNK) return text === '' ? [] : [text];
  const separator = BOUNDARIES[boundary];
  if (separator === undefined) {
    return Array.from({ length: Math.ceil(text.length / LONGEST_CHUNK) }, (_, index) =>
      text.slice(index * LONGEST_CHUNK, (index + 1) * LONGEST_CHUNK),
    );
  }
  const joined: string[] = [];
  for (const piece of text.split(separator).flatMap((part) => cut(part, boundary + 1))) {
    const last = joined.at(-1);
    const glue = boundary === 0 ? '\n' : '';
    if (last !== undefined && last.length + glue.length + piece.length <= LONGEST_CHUNK) {
      joined[joined.length - 1] = last + glue + piece;
    } else joined.push(piece);
  }
  return joined;
}
