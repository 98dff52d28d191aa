import type { JsonObject } from '../api/wire.ts';
import { instantOf } from '../time/instant.ts';

/** A message of the bus in one line. */
export interface MessageLine {
  readonly atMs: number;
  readonly type: string;
  /** Which call it is about: `1`, `2/verify/1`, `1/comp`. */
  readonly step: string;
  readonly tool: string;
  /** The error code, where there is one. */
  readonly note: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn';
}

const TONES: Readonly<Record<string, MessageLine['tone']>> = {
  EXECUTE_RESULT: 'good',
  EXECUTE_ERROR: 'bad',
  EXECUTE_TIMEOUT: 'warn',
};

/** Reads `{at, type, request_id, tool, …}`. A field that is missing stays empty. */
export function messageLine({ at, type, request_id, tool, error_code }: JsonObject): MessageLine {
  return {
    atMs: typeof at === 'string' || typeof at === 'number' ? instantOf(at) : 0,
    type: textOf(type),
    step: textOf(request_id).split('/').slice(1).join('/'),
    tool: textOf(tool),
    note: textOf(error_code),
    tone: TONES[textOf(type)] ?? 'plain',
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
