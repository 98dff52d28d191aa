import type { JsonObject, JsonValue } from '@hermes-agent/core';
import type { Locale } from '../text/locale.ts';
import { FILTERS } from './filter.ts';
import type { Response, Responses } from './response.ts';
import { parseTemplate, type TemplatePart, valueAt } from './template.ts';

/** Longer values are cut: what a tool sends cannot flood the user. */
const VALUE_LIMIT = 2_000;

export interface Renderer {
  /** The words of a response; its fallback (or `fallback`) when a value it names is not there. */
  render(key: string, values: JsonObject, locale: Locale): string;
  options(key: string, locale: Locale): readonly string[] | null;
  has(key: string): boolean;
}

/** Values are data: what stands in one is never read as a template again. */
export function createRenderer({ texts, words }: Responses): Renderer {
  const parsed = new Map<string, readonly TemplatePart[]>();
  const partsOf = (template: string): readonly TemplatePart[] => {
    const known = parsed.get(template) ?? parseTemplate(template) ?? [{ text: template }];
    parsed.set(template, known);
    return known;
  };
  const fill = (template: string, values: JsonObject, locale: Locale): string | null => {
    let text = '';
    for (const part of partsOf(template)) {
      if ('text' in part) {
        text += part.text;
        continue;
      }
      const value = valueAt(values, part.path);
      if (value === undefined || value === null) return null;
      const { filter, argument } = part;
      const shown =
        filter === null
          ? plain(value)
          : (FILTERS[filter]?.(value, { locale, values, argument, words }) ?? null);
      if (shown === null) return null;
      text += shown.slice(0, VALUE_LIMIT);
    }
    return text;
  };
  const generic = texts.get('fallback');
  return {
    render(key, values, locale) {
      const response: Response | undefined = texts.get(key) ?? generic;
      if (response === undefined) return key;
      const text = fill(response.text[locale], values, locale);
      if (text !== null) return text;
      const fallback = response.fallback ?? generic?.text ?? null;
      return (fallback === null ? null : fill(fallback[locale], values, locale)) ?? '';
    },
    options: (key, locale) => texts.get(key)?.options?.[locale] ?? null,
    has: (key) => texts.has(key),
  };
}

const plain = (value: JsonValue): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
