import { RE2JS } from 're2js';

export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * A pattern that matches in linear time (RE2), whatever its author wrote: `^(a+)+$` costs microseconds, not a
 * minute. ECMAScript syntax except look-around, back-references and repeats above 1000, which throw.
 *
 * Ajv caches compiled patterns by their `toString()`. Without one of its own per pattern, all of a schema's
 * patterns collapse into the first, and bad input passes.
 */
export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  return { test: (text) => compiled.matcher(text).find(), toString: () => `re2:${source}` };
}

/** The engine as Ajv's `code.regExp` wants it. The flags are always `u`, which RE2 implies. */
export const patternEngine = Object.assign((source: string): Pattern => compilePattern(source), {
  code: 'compilePattern',
});
