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

interface Visit {
  readonly value: unknown;
  readonly depth: number;
  readonly path: Path | null;
}

/** A path as a linked list: made for every node, written out only for the one that fails. */
interface Path {
  readonly parent: Path | null;
  readonly token: string | number;
}

/**
 * Why `value` may not be handed to a validator, or null. Beside the bounds it insists on plain JSON: finite
 * numbers, integers that a double holds exactly, no lone surrogates, nothing but own members.
 *
 * It walks with its own stack: a document 20,000 levels deep overflows every recursive validator.
 */
export function findExcess(value: unknown, bounds: Bounds): Excess | null {
  const stack: Visit[] = [{ value, depth: 0, path: null }];
  let nodes = 0;
  let bytes = 0;
  /** Reported only when the whole is within its bounds: until then nobody may look at it. */
  let inexact: Excess | null = null;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { value: current, depth, path } = visit;
    const excess = (keyword: Excess['keyword'], expected: string, observed: string): Excess => ({
      pointer: pointerOf(path),
      keyword,
      expected,
      observed,
    });
    nodes += 1;
    if (nodes > bounds.nodes) return excess('nodes', `at most ${bounds.nodes} values`, 'more');
    switch (typeof current) {
      case 'string':
        if (!current.isWellFormed()) inexact ??= excess('json', 'well-formed Unicode', 'a lone surrogate');
        bytes += Buffer.byteLength(current) + 2;
        break;
      case 'number':
        if (!Number.isFinite(current) || (Number.isInteger(current) && !Number.isSafeInteger(current))) {
          const observed = Number.isFinite(current) ? 'integer beyond 2^53' : 'number beyond range';
          inexact ??= excess('json', 'a number that is kept exactly (send it as a string)', observed);
        }
        bytes += 8;
        break;
      case 'boolean':
        bytes += 5;
        break;
      case 'object': {
        if (current === null) {
          bytes += 4;
          break;
        }
        if (depth >= bounds.depth) return excess('depth', `at most ${bounds.depth} levels`, 'more');
        if (!isPlain(current)) inexact ??= excess('json', 'plain JSON', 'an object of a class');
        for (const key of Object.keys(current)) {
          if (!key.isWellFormed())
            inexact ??= excess('json', 'well-formed Unicode', 'a lone surrogate in a name');
          if (!Array.isArray(current)) bytes += Buffer.byteLength(key) + 4;
          stack.push({
            value: (current as Record<string, unknown>)[key],
            depth: depth + 1,
            path: { parent: path, token: key },
          });
        }
        break;
      }
      default:
        inexact ??= excess('json', 'plain JSON', observedType(current));
    }
    if (bytes > bounds.bytes) return excess('bytes', `at most ${bounds.bytes} bytes`, 'more');
  }
  return inexact;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function pointerOf(path: Path | null): string {
  const tokens: (string | number)[] = [];
  for (let step = path; step !== null; step = step.parent) tokens.unshift(step.token);
  return formatPointer(tokens);
}
