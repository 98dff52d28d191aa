import type { ToolExecutor } from './executor.ts';
import type { WorkSource } from './source.ts';

/**
 * Which of the routes ever asked for this worker can serve. Asked again at every look, because a route may be new;
 * the executor is asked once for each.
 */
export function createHolding(work: Pick<WorkSource, 'routes'>, executor: ToolExecutor) {
  const known = new Map<string, boolean>();
  return async (): Promise<readonly string[]> => {
    const routes = await work.routes();
    for (const route of routes) {
      if (known.has(route)) continue;
      const { tool, version, hash } = parseRoute(route);
      known.set(route, executor.holds(tool, version, hash));
    }
    return routes.filter((route) => known.get(route));
  };
}

/** Takes `tool@version#hash` apart. Names hold no `@`, versions no `#`. */
function parseRoute(route: string): { tool: string; version: string; hash: string } {
  const at = route.indexOf('@');
  const mark = route.indexOf('#', at);
  return { tool: route.slice(0, at), version: route.slice(at + 1, mark), hash: route.slice(mark + 1) };
}
