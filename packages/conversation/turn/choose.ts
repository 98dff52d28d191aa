import { NUMERAL, ORDINAL, readNumeral } from '../text/numeral.ts';
import type { Utterance } from '../text/utterance.ts';

const PICK = new RegExp(
  `^(?:我?(?:要|选|选择)|就|是|the|option|number|no\\.?|#|i (?:mean|choose|want|pick)(?: the)?)*\\s*(?:第\\s*(${NUMERAL})\\s*[个项条位]?|(${ORDINAL})(?: one)?|(${NUMERAL})\\s*号?)(?:吧|的|\\s|please)*$`,
  'u',
);
const LAST = /^(?:就|选)?(?:最后一?[个项条位]|the last(?: one)?|last(?: one)?)(?:吧)?$/u;

/**
 * Which of `labels` a turn points at, by number or by words that are in one of them only. Null when it points at none or
 * at several.
 */
export function chosenIndex({ folded }: Utterance, labels: readonly string[]): number | null {
  const plain = folded.replace(/[。.!！,，]+$/u, '').trim();
  if (LAST.test(plain)) return labels.length - 1;
  const pick = PICK.exec(plain);
  if (pick !== null) {
    const number = readNumeral(pick[1] ?? pick[2] ?? pick[3] ?? '');
    return number !== null && number >= 1 && number <= labels.length ? number - 1 : null;
  }
  const words = plain.replace(/^(?:是|选|就是|就|要|我要|the )|(?:的?那[个位]|的|吧|那个|one)$/gu, '').trim();
  if (words.length < 2) return null;
  const hits = labels.flatMap((label, index) => (label.toLowerCase().includes(words) ? [index] : []));
  return hits.length === 1 ? hits[0]! : null;
}
