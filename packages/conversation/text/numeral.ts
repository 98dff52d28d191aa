const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const ORDINALS = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** Source of a regular expression for a number of up to two digits, in any of the spellings `readNumeral` knows. */
export const NUMERAL = `(?:\\d{1,3}|[零〇一二两三四五六七八九十]{1,3}|${WORDS.slice(1).join('|')})`;
export const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th)|${ORDINALS.slice(1).join('|')})`;

/** `12`, `十二`, `二十`, `twelve`, `3rd`, `third` → a number; null for anything else. */
export function readNumeral(text: string): number | null {
  const digits = /^(\d+)(?:st|nd|rd|th)?$/.exec(text);
  if (digits !== null) return Number(digits[1]);
  const word = WORDS.indexOf(text);
  if (word >= 0) return word;
  const ordinal = ORDINALS.indexOf(text);
  if (ordinal > 0) return ordinal;
  return readHan(text);
}

/** `二〇二五` → 2025; digit by digit, as years are written. */
export function readHanDigits(text: string): number | null {
  let value = 0;
  for (const character of text) {
    const digit = DIGITS[character];
    if (digit === undefined) return null;
    value = value * 10 + digit;
  }
  return text === '' ? null : value;
}

function readHan(text: string): number | null {
  const parts = /^([一二两三四五六七八九])?(十)?([零〇一二两三四五六七八九])?$/.exec(text);
  if (parts === null || text === '') return null;
  const [, tens, ten, ones] = parts;
  if (ten === undefined)
    return tens !== undefined && ones !== undefined ? null : (DIGITS[tens ?? ones ?? ''] ?? null);
  return (tens === undefined ? 1 : DIGITS[tens]!) * 10 + (ones === undefined ? 0 : DIGITS[ones]!);
}
