import { isJsonObject, type Logger } from '@hermes-agent/core';
import type { Topic } from './port.ts';

/** Keeps a hint small, so that a burst of work is told to several workers. */
const BATCH_BYTES = 600;
/** What the longest single id may need, and the store's own limit. */
const HINT_BYTES = 2_048;
const ID_LENGTH = 256;

/** Splits `ids` into what one hint each may name. No id is too long for a hint of its own. */
export function* hintBatches(ids: Iterable<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const id of ids) {
    const size = Buffer.byteLength(JSON.stringify(id));
    if (batch.length > 0 && bytes + size > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(id);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** A hint on the wire. It names requests, or nobody in particular, and carries nothing else. */
export const encodeHint = (ids: readonly string[]): string => JSON.stringify({ request_ids: ids });

export interface HintRefusals {
  /** Arrivals that were no hint. */
  readonly invalid: number;
  readonly oversized: number;
}

/** The door through which hints arrive, whatever carried them: others may be able to write there, too. */
export interface HintGate {
  /** The ids that a hint names; null when it is refused. Each refusal is counted and logged. */
  admit(topic: Topic, content: Uint8Array): readonly string[] | null;
  refusals(): HintRefusals;
}

export function createHintGate(logger: Logger): HintGate {
  const counts = { invalid: 0, oversized: 0 };
  return {
    admit(topic, content) {
      const ids = content.byteLength <= HINT_BYTES ? readHint(content) : null;
      if (ids !== null) return ids;
      const kind = content.byteLength <= HINT_BYTES ? 'invalid' : 'oversized';
      counts[kind] += 1;
      logger.warn('What arrived is no hint', { topic, kind, bytes: content.byteLength, count: counts[kind] });
      return null;
    },
    refusals: () => ({ ...counts }),
  };
}

function readHint(content: Uint8Array): readonly string[] | null {
  try {
    const hint: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    if (!isJsonObject(hint) || Object.keys(hint).length !== 1 || !Array.isArray(hint.request_ids))
      return null;
    return hint.request_ids.every(isId) ? hint.request_ids : null;
  } catch {
    return null;
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= ID_LENGTH;
