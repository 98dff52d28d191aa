/**
 * The features of a sentence: Latin words and pairs of words, character 2-5-grams inside them, Han 1-3-grams. Words that
 * begin with `@` stand for something already recognised (`@date`) and are taken whole.
 */
export function featuresOf(folded: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (feature: string): void => {
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
  };
  let previous = '^';
  for (const [token] of folded.matchAll(/\p{Script=Han}+|@[a-z0-9_]+|[\p{L}\p{N}']+/gu)) {
    if (/^\p{Script=Han}/u.test(token)) {
      addGrams(token, 1, 3, add);
    } else {
      const word = /^\d+$/.test(token) ? '0' : token;
      add(`w ${word}`);
      add(`p ${previous} ${word}`);
      if (!word.startsWith('@')) addGrams(`<${word.slice(0, 24)}>`, 2, 5, add);
      previous = word;
    }
  }
  return counts;
}

function addGrams(text: string, shortest: number, longest: number, add: (feature: string) => void): void {
  for (let size = shortest; size <= longest; size += 1) {
    for (let start = 0; start + size <= text.length; start += 1) add(text.slice(start, start + size));
  }
}
