/** One cycle of each knot in a directed graph, as the path that closes it; none for a graph without cycles. */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    if (done.has(node)) return;
    const begin = path.indexOf(node);
    if (begin !== -1) {
      cycles.push([...path.slice(begin), node]);
      return;
    }
    path.push(node);
    for (const next of edges.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of edges.keys()) visit(node);
  return cycles;
}
