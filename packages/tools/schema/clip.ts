const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** At most `limit` user-perceived characters, with an ellipsis when cut. Never splits one, nor a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  let kept = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (count === limit) return `${kept.toWellFormed()}…`;
    kept += segment;
    count += 1;
  }
  return kept.toWellFormed();
}
