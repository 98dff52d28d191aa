import type { JsonObject } from '@hermes-agent/core';
import type { PlaceKind } from './place.ts';

export type Stop = () => Promise<void>;

/** The side that asks. */
export interface Requester {
  /** Resolves with what the worker answered, when both request and answer are as durable as the engine makes them. */
  request(input: JsonObject): Promise<unknown>;
  /** Puts down `count` requests that are to run in a month. */
  schedule?(count: number): Promise<void>;
  close: Stop;
}

/** An engine that carries a request to a worker in another process and brings the answer back. */
export interface Contestant {
  readonly name: string;
  readonly place: PlaceKind;
  /** Whether request and result are synced to disk before they are acknowledged. */
  readonly syncs: boolean;
  /** What it keeps, how it wakes the other side, and how it was set up. */
  readonly setUp: string;
  /** Answers each request with its input, at most `concurrency` at a time. */
  startWorker(url: string, concurrency: number): Promise<Stop>;
  connect(url: string): Promise<Requester>;
}
