import { toSimplified } from './simplified.ts';

/**
 * Runs of Chinese characters and kana, or of other letters and digits: an id glued to Chinese comes apart. Script
 * extensions count, because the long vowel mark of kana is of no script of its own.
 */
const RUNS =
  /([[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{N}]]+)|([[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+)/gv;
const LONGEST_WORD = 64;

/**
 * The terms of a text, in order, repeats included. Words become lower case; Chinese becomes its single characters
 * and its pairs, in simplified characters, so that a query of one character or of a word finds it without any
 * dictionary. Neither store's own analyser does: SQLite's and PostgreSQL's take a Chinese sentence for one word.
 */
export function tokenise(text: string): string[] {
  const terms: string[] = [];
  for (const [, chinese, word] of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
    if (word !== undefined) terms.push(word.slice(0, LONGEST_WORD));
    if (chinese === undefined) continue;
    const characters = [...toSimplified(chinese)];
    for (const [index, character] of characters.entries()) {
      terms.push(character);
      const next = characters[index + 1];
      if (next !== undefined) terms.push(character + next);
    }
  }
  return terms;
}
