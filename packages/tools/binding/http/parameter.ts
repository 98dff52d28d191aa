import { formatPointer } from '@hermes-agent/core';
import type { HttpBinding } from '../../contract/document.ts';

export type Parameter = NonNullable<HttpBinding['parameters']>[number];

/** Which part of the input a parameter carries: a JSON pointer. */
export const sourceOf = (parameter: Parameter): string => parameter.from ?? formatPointer([parameter.name]);

/** The names in a path template: `/orders/{order_id}` → `order_id`. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!);
