import type { Code } from '@hermes-agent/core';
import type { Identity } from '@hermes-agent/runtime';
import type { z } from 'zod';

export type Shape = z.ZodObject | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

/** A checked request, as a handler sees it. */
export interface Call<P, Q, H, B> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly headers: Parsed<H>;
  readonly body: Parsed<B>;
  readonly identity: Identity;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

export interface JsonAnswer<A extends z.ZodType> {
  readonly status: 200 | 201;
  readonly description: string;
  readonly schema: A;
}

export interface RawAnswer {
  readonly status: 200 | 204;
  readonly description: string;
  /** None for an answer without a body. */
  readonly mediaType?: string;
}

/** One operation: its place, who may, what it takes and gives, and what does it. */
export interface Route {
  readonly method: 'get' | 'post' | 'delete';
  /** In the form of OpenAPI: `/sessions/{session_id}`. */
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: 'anyone' | 'user' | 'operator';
  readonly params: Shape;
  readonly query: Shape;
  readonly headers: Shape;
  readonly body: z.ZodType | undefined;
  readonly answer: JsonAnswer<z.ZodType> | RawAnswer;
  readonly errors: readonly Code[];
  /** A `Response` passes as it is; anything else is the JSON of `answer`. */
  readonly handle: (call: Call<Shape, Shape, Shape, z.ZodType | undefined>) => Promise<unknown>;
}

interface RouteInput<
  P extends Shape,
  Q extends Shape,
  H extends Shape,
  B extends z.ZodType | undefined,
  A extends z.ZodType,
> {
  readonly method: Route['method'];
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Route['access'];
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  readonly answer: JsonAnswer<A> | RawAnswer;
  readonly errors?: readonly Code[];
  readonly handle: (call: Call<P, Q, H, B>) => Promise<z.input<A> | Response>;
}

/** Ties a handler's types to its schemas; the router and the OpenAPI document then read one and the same value. */
export function defineRoute<
  A extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  H extends Shape = undefined,
  B extends z.ZodType | undefined = undefined,
>(input: RouteInput<P, Q, H, B, A>): Route {
  const { params, query, headers, body, errors = [], handle, ...rest } = input;
  return { ...rest, params, query, headers, body, errors, handle: handle as Route['handle'] };
}
