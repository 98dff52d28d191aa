/** The candidate closest to `name`, or undefined when none is close enough to be meant. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance with transposition of neighbours (optimal string alignment). */
function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: width }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column < width; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      current.push(cost);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[width - 1]!;
}
