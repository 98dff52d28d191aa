import { isJsonObject, type JsonObject, type JsonValue } from '@hermes-agent/core';

/** One piece of a template: words, or a place that a value goes. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly path: readonly string[]; readonly filter: string | null; readonly argument: string | null };

const PLACE = /\{\{|\}\}|\{\s*([a-z][\w-]*(?:\.[\w-]+)*)\s*(?:\|\s*([a-z]+)(?:\s+([\w.-]+))?\s*)?\}|[{}]/gi;

/** What a placeholder may begin with: `slot` holds values, `label` the same values in words for people. */
export const ROOTS = ['slot', 'label', 'facts', 'user', 'value'] as const;

/**
 * Reads `{slot.period | dates}`: a path, and if need be a filter with one argument. `{{` and `}}` are braces.
 * Null when a brace stands alone.
 */
export function parseTemplate(template: string): readonly TemplatePart[] | null {
  const parts: TemplatePart[] = [];
  let last = 0;
  for (const match of template.matchAll(PLACE)) {
    if (match.index > last) parts.push({ text: template.slice(last, match.index) });
    last = match.index + match[0].length;
    if (match[0] === '{{' || match[0] === '}}') parts.push({ text: match[0][0]! });
    else if (match[1] === undefined) return null;
    else parts.push({ path: match[1].split('.'), filter: match[2] ?? null, argument: match[3] ?? null });
  }
  if (last < template.length) parts.push({ text: template.slice(last) });
  return parts;
}

/** The value at a dotted path: own members only, so that data cannot reach anything but data. */
export function valueAt(values: JsonObject, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = values;
  for (const name of path) {
    if (Array.isArray(current) && /^\d+$/.test(name))
      current = current[Number(name)] as JsonValue | undefined;
    else if (isJsonObject(current) && Object.hasOwn(current, name)) current = current[name];
    else return undefined;
  }
  return current;
}
