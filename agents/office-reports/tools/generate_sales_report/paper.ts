import PDFDocument from 'pdfkit';

/** A4 in points, with its margins. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48, bottom: 786 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

export const INK = {
  strong: '#10243e',
  body: '#33475b',
  faint: '#7b8a9a',
  line: '#dfe5ec',
  wash: '#f4f7fa',
  accent: '#1f6feb',
  accentSoft: '#a9c8f7',
  white: '#ffffff',
} as const;

interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly bold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
  /** A figure too wide for its box is written smaller; anything else is shortened with …. */
  readonly figure?: boolean;
}

/** The page being drawn on. All measures are points from the top left corner. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  /** Where the next block begins. */
  y: number;
  /** One line of text inside a box. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): void;
  /** How wide a text is, in points. */
  width(text: string, style: Pick<TextStyle, 'size' | 'bold'>): number;
  /** Begins a new page when fewer than `height` points are left on this one. Returns whether it did. */
  reserve(height: number): boolean;
}

/** A blank A4 document in the two weights of one font. The font's own file is the key, so it is read once. */
export function openPaper(
  fonts: { readonly regular: string; readonly bold: string },
  about: { readonly title: string; readonly language: string },
): Paper {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: fonts.regular,
    bufferPages: true,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: 'Hermes Agent', Creator: 'Hermes Agent' },
  });
  const choose = (size: number, bold: boolean): void => {
    doc.font(bold ? fonts.bold : fonts.regular).fontSize(size);
  };
  return {
    doc,
    y: PAGE.top,
    text(text, x, y, width, { size, color, bold = false, align = 'left', figure = false }) {
      choose(size, bold);
      const excess = doc.widthOfString(text) / width;
      if (figure && excess > 1) doc.fontSize(size / excess);
      const shown = figure || excess <= 1 ? text : shorten(doc, text, width);
      const left = width - doc.widthOfString(shown);
      const shift = align === 'right' ? left : align === 'center' ? left / 2 : 0;
      doc.fillColor(color).text(shown, x + shift, y, { lineBreak: false });
    },
    width(text, { size, bold = false }) {
      choose(size, bold);
      return doc.widthOfString(text);
    },
    reserve(height) {
      if (this.y + height <= PAGE.bottom) return false;
      doc.addPage();
      this.y = PAGE.top;
      return true;
    },
  };
}

/** The bytes of the finished document. */
export async function closePaper({ doc }: Paper): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  doc.end();
  for await (const chunk of doc as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function shorten(doc: PDFKit.PDFDocument, text: string, width: number): string {
  const letters = [...text];
  while (letters.length > 1 && doc.widthOfString(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('')}…`;
}
