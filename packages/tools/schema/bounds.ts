import { formatPointer } from '@hermes-agent/core';
import { observedType } from './observed.ts';

/** What a value may cost before anyone looks at its schema. */
export interface Bounds {
  /** Length of its JSON text in UTF-8, counted without escapes. */
  readonly bytes: number;
  /** Nesting of objects and arrays. */
  readonly depth: number;
  /** Members and items, all levels together. */
  readonly nodes: number;
}

export const INPUT_BOUNDS: Bounds = { bytes: 1024 * 1024, depth: 64, nodes: 20_000 };
export const OUTPUT_BOUNDS: Bounds = { bytes: 16 * 1024 * 1024, depth: 64, nodes: 200_000 };

export interface Excess {
  readonly pointer: string;
  readonly keyword: 'bytes' | 'depth' | 'nodes' | 'json';
  readonly expected: string;
  readonly observed: string;
}

/**
 * Why `value` may not be handed to a validator, or null. Beside the bounds it insists on plain JSON: finite
 * numbers, integers that a double holds exactly, no lone surrogates, nothing but own members. What is within its
 * bounds but not plain JSON is reported as `json`, so that a schema may have a word on it first.
 *
 * It goes no deeper than the bound: a document 20,000 levels deep overflows every validator that recurses freely.
 */
export function findExcess(value: unknown, bounds: Bounds): Excess | null {
  // No text is longer in UTF-8 than three times its length: few values have to be measured exactly.
  const rough = walk(value, bounds, (text) => text.length * 3);
  return rough?.keyword === 'bytes' ? walk(value, bounds, Buffer.byteLength) : rough;
}

function walk(value: unknown, bounds: Bounds, bytesOf: (text: string) => number): Excess | null {
  const path: (string | number)[] = [];
  let nodes = 0;
  let bytes = 0;
  let inexact: Excess | null = null;
  const excess = (keyword: Excess['keyword'], expected: string, observed: string): Excess => ({
    pointer: formatPointer(path),
    keyword,
    expected,
    observed,
  });
  const members = (object: object, depth: number): Excess | null => {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype && prototype !== null) {
      inexact ??= excess('json', 'plain JSON', 'an object of a class');
    }
    for (const name of Object.keys(object)) {
      bytes += bytesOf(name) + 4;
      if (!name.isWellFormed())
        inexact ??= excess('json', 'well-formed Unicode', 'a lone surrogate in a name');
      path.push(name);
      const found = visit((object as Record<string, unknown>)[name], depth);
      if (found !== null) return found;
      path.pop();
    }
    return null;
  };
  const items = (array: readonly unknown[], depth: number): Excess | null => {
    for (let index = 0; index < array.length; index += 1) {
      path.push(index);
      const found = visit(array[index], depth);
      if (found !== null) return found;
      path.pop();
    }
    return null;
  };
  const visit = (current: unknown, depth: number): Excess | null => {
    nodes += 1;
    if (nodes > bounds.nodes) return excess('nodes', `at most ${bounds.nodes} values`, 'more');
    if (typeof current === 'string') {
      bytes += bytesOf(current) + 2;
      if (!current.isWellFormed()) inexact ??= excess('json', 'well-formed Unicode', 'a lone surrogate');
    } else if (typeof current === 'object' && current !== null) {
      if (depth === bounds.depth) return excess('depth', `at most ${bounds.depth} levels`, 'more');
      const found = Array.isArray(current) ? items(current, depth + 1) : members(current, depth + 1);
      if (found !== null) return found;
    } else {
      bytes += 8;
      inexact ??= inexactScalar(current, excess);
    }
    return bytes > bounds.bytes ? excess('bytes', `at most ${bounds.bytes} bytes`, 'more') : null;
  };
  return visit(value, 0) ?? inexact;
}

function inexactScalar(
  value: unknown,
  excess: (keyword: 'json', expected: string, observed: string) => Excess,
): Excess | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'number') return excess('json', 'plain JSON', observedType(value));
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return null;
  const observed = Number.isFinite(value) ? 'integer beyond 2^53' : 'number beyond range';
  return excess('json', 'a number that is kept exactly (send it as a string)', observed);
}
