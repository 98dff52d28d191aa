import { CONTENT_WIDTH, INK, PAGE, type Paper } from './paper.ts';

const ROW = 18;

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The last line, set apart. */
  readonly sum: readonly string[];
  /** How wide the first column is against one of the others. */
  readonly firstWidth: number;
}

/** How many points the head and the first rows of a table take: what must fit below its heading. */
export const TABLE_START = ROW * 3;

/** Names on the left, figures on the right. A table that goes on over the page repeats its head. */
export function drawTable(paper: Paper, { head, rows, sum, firstWidth }: Table): void {
  const unit = CONTENT_WIDTH / (firstWidth + head.length - 1);
  const size = head.length > 6 ? 7.2 : 8.5;
  const drawRow = (cells: readonly string[], bold: boolean, color: string, isHead = false): void => {
    let x: number = PAGE.left;
    for (const [column, cell] of cells.entries()) {
      const width = column === 0 ? unit * firstWidth : unit;
      paper.text(cell, x + 4, paper.y + (ROW - size * 1.45) / 2, width - 8, {
        size,
        color,
        bold,
        align: column === 0 ? 'left' : 'right',
        figure: column > 0 && !isHead,
      });
      x += width;
    }
    paper.y += ROW;
  };
  const fill = (color: string): void => {
    paper.doc.rect(PAGE.left, paper.y, CONTENT_WIDTH, ROW).fill(color);
  };
  const rule = (): void => {
    paper.doc
      .moveTo(PAGE.left, paper.y)
      .lineTo(PAGE.right, paper.y)
      .lineWidth(0.8)
      .strokeColor(INK.strong)
      .stroke();
  };
  const drawHead = (): void => {
    fill(INK.strong);
    drawRow(head, true, INK.white, true);
  };

  drawHead();
  for (const [index, row] of rows.entries()) {
    // The last row keeps the sum beside it.
    if (paper.reserve(index === rows.length - 1 ? ROW * 2 : ROW)) drawHead();
    if (index % 2 === 1) fill(INK.wash);
    drawRow(row, false, INK.body);
  }
  rule();
  drawRow(sum, true, INK.strong);
  paper.y += 24;
}
