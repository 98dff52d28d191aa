/** The candidate nearest to what was typed, when it is near enough to be meant. */
export function findNearest(typed: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(typed.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(typed.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance);
  return best?.candidate;
}

/** Edits between two texts, a swap of neighbours counting as one (optimal string alignment). */
function distanceOf(left: string, right: string): number {
  const rows: number[][] = Array.from({ length: left.length + 1 }, (_, index) => [index]);
  for (let column = 0; column <= right.length; column += 1) rows[0]![column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let edits = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, rows[row - 2]![column - 2]! + 1);
      rows[row]![column] = edits;
    }
  }
  return rows[left.length]![right.length]!;
}
