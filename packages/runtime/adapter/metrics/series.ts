/** So many label sets a metric keeps apart; the rest share the one whose values are all `other`. */
export const SERIES_LIMIT = 500;
const OTHER = 'other';

export interface Series<T> {
  /** The state of one label set. */
  of(values: readonly string[]): T;
  entries(): Iterable<readonly [values: readonly string[], state: T]>;
}

/** The states of a metric by label values, never more than the limit: a label's values may come from outside. */
export function createSeries<T>(create: () => T, limit = SERIES_LIMIT): Series<T> {
  const known = new Map<string, readonly [readonly string[], T]>();
  const find = (values: readonly string[]): T => {
    const key = JSON.stringify(values);
    const found = known.get(key);
    if (found !== undefined) return found[1];
    const isOther = values.every((value) => value === OTHER);
    if (known.size >= limit && !isOther) return find(values.map(() => OTHER));
    const state = create();
    known.set(key, [values, state]);
    return state;
  };
  return { of: find, entries: () => known.values() };
}
