import type { JsonObject } from '@hermes-agent/core';
import type { Requester } from './contestant.ts';

/** About what a tool's input weighs. */
const INPUT: JsonObject = { order_id: 'ORD-12345678', note: 'x'.repeat(200) };
const ANSWER_MS = 30_000;

export interface Load {
  /** Requests that wait for their answers at any time. */
  readonly inFlight: number;
  /** For how long new ones are made. */
  readonly forMs: number;
}

export interface Answered {
  readonly requests: number;
  readonly elapsedMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A closed loop: each of `inFlight` asks, waits for the answer and asks again. */
export async function applyLoad(requester: Requester, { inFlight, forMs }: Load): Promise<Answered> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      const askedAt = performance.now();
      await answered(requester.request(INPUT));
      latencies.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const elapsedMs = performance.now() - startedAt;
  latencies.sort((left, right) => left - right);
  const quantile = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!;
  return { requests: latencies.length, elapsedMs, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

function answered(answer: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
