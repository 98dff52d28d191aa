import type { z } from 'zod';

export interface ExplainedIssue {
  readonly path: readonly (string | number)[];
  /** The key below `path` that the issue is about, when it is about one that should not be there. */
  readonly key: string | null;
  readonly message: string;
}

/**
 * What a schema found, in words that say what was expected. A union's bare "Invalid input" becomes the issues of
 * the alternative that fits best: the one that went deepest before it failed, then the one with the fewest issues.
 */
export function explainIssues(issues: readonly z.core.$ZodIssue[]): ExplainedIssue[] {
  return issues.flatMap((issue) => {
    const path = issue.path.filter((token) => typeof token !== 'symbol');
    if (issue.code === 'invalid_union') {
      const [best] = issue.errors.map(explainIssues).sort(byFit);
      if (best !== undefined) return best.map((inner) => ({ ...inner, path: [...path, ...inner.path] }));
    }
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path, key, message: `Unrecognized key: "${key}"` }));
    }
    return [{ path, key: null, message: issue.message }];
  });
}

function byFit(left: readonly ExplainedIssue[], right: readonly ExplainedIssue[]): number {
  const depth = (issues: readonly ExplainedIssue[]): number =>
    Math.min(...issues.map(({ path, key }) => path.length + (key === null ? 0 : 1)));
  return depth(right) - depth(left) || left.length - right.length;
}
