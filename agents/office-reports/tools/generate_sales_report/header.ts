import { CONTENT_WIDTH, INK, PAGE, type Paper } from './paper.ts';

/** The title block of the first page. */
export function drawHeader(
  paper: Paper,
  {
    kicker,
    title,
    lines,
  }: { readonly kicker: string; readonly title: string; readonly lines: readonly string[] },
): void {
  const { doc } = paper;
  const height = 118;
  doc.rect(0, 0, PAGE.width, height).fill(INK.strong);
  doc.rect(0, height, PAGE.width, 3).fill(INK.accent);
  paper.text(kicker, PAGE.left, 26, CONTENT_WIDTH, { size: 9, color: INK.accentSoft, bold: true });
  paper.text(title, PAGE.left, 38, CONTENT_WIDTH, { size: 25, color: INK.white, bold: true });
  paper.text(lines.join('　'), PAGE.left, 82, CONTENT_WIDTH, { size: 9.5, color: INK.accentSoft });
  paper.y = height + 25;
}

interface KeyFigure {
  readonly name: string;
  readonly value: string;
}

/** A row of cards, one a figure; the first one is the figure. */
export function drawKeyFigures(paper: Paper, figures: readonly KeyFigure[]): void {
  const gap = 10;
  const height = 58;
  const wide = 1.45;
  const unit = (CONTENT_WIDTH - gap * (figures.length - 1)) / (figures.length - 1 + wide);
  let x: number = PAGE.left;
  for (const [index, { name, value }] of figures.entries()) {
    const width = index === 0 ? unit * wide : unit;
    paper.doc.roundedRect(x, paper.y, width, height, 5).fill(index === 0 ? INK.accent : INK.wash);
    const inner = width - 24;
    paper.text(name, x + 12, paper.y + 9, inner, { size: 8.5, color: index === 0 ? INK.white : INK.faint });
    paper.text(value, x + 12, paper.y + 24, inner, {
      size: index === 0 ? 16 : 14,
      color: index === 0 ? INK.white : INK.strong,
      bold: true,
      figure: true,
    });
    x += width + gap;
  }
  paper.y += height + 24;
}

/** The heading of a block that needs `height` points below it. */
export function drawHeading(
  paper: Paper,
  text: string,
  height: number,
  x: number = PAGE.left,
  width = CONTENT_WIDTH,
): void {
  paper.reserve(height + 24);
  paper.doc.rect(x, paper.y + 2.5, 3, 11).fill(INK.accent);
  paper.text(text, x + 10, paper.y, width - 10, { size: 11.5, color: INK.strong, bold: true });
  paper.y += 24;
}

/** Source and page number at the foot of every page, drawn when the number of pages is known. */
export function drawFooters(
  paper: Paper,
  source: string,
  pageText: (page: number, pages: number) => string,
): void {
  const { count } = paper.doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    paper.doc.switchToPage(page);
    const y = PAGE.bottom + 20;
    paper.doc
      .moveTo(PAGE.left, y - 7)
      .lineTo(PAGE.right, y - 7)
      .lineWidth(0.5)
      .strokeColor(INK.line)
      .stroke();
    paper.text(source, PAGE.left, y, CONTENT_WIDTH * 0.75, { size: 7.5, color: INK.faint });
    const number = pageText(page + 1, count);
    paper.text(number, PAGE.left, y, CONTENT_WIDTH, { size: 7.5, color: INK.faint, align: 'right' });
  }
}
