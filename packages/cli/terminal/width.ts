/** East Asian wide characters and emoji take two columns; marks and joiners none (Unicode annex 11, in short). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** How many columns `text` takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** `text` cut or filled up to exactly `columns`. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text + ' '.repeat(columns - widthOf(text));
  let kept = '';
  let width = 0;
  for (const character of text) {
    const next = widthOf(character);
    if (width + next > columns - 1) break;
    kept += character;
    width += next;
  }
  return `${kept}…${' '.repeat(Math.max(0, columns - 1 - width))}`;
}
