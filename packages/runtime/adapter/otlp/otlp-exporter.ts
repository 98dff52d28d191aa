import type { Clock, Logger, Random, SpanRecord, SpanSink } from '@hermes-agent/core';
import { type PostTarget, post } from '../delivery/post.ts';
import { createSendQueue, type SendSignals } from '../delivery/send-queue.ts';
import { encodeSpans } from './encode-spans.ts';
import type { OtlpSettings } from './otlp-settings.ts';

const WAITING_LIMIT = 4_096;
const BATCH_SIZE = 512;
const BATCH_DELAY_MS = 1_000;
/** Section "Retryable Response Codes" of the protocol: these and no others. */
const RETRYABLE = new Set([429, 502, 503, 504]);

export interface OtlpExporter extends SpanSink {
  /** How many spans the collector never got or did not take. */
  dropped(): number;
  /** Sends what waits for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
}

/** Sends spans to an OpenTelemetry collector over OTLP/HTTP with JSON, in batches, behind the work they tell of. */
export function createOtlpExporter(
  { url, headers, serviceName }: OtlpSettings,
  world: { readonly clock: Clock; readonly random: Random; readonly logger: Logger },
): OtlpExporter {
  const { clock, logger } = world;
  let rejected = 0;
  const target: PostTarget = {
    url,
    timeoutMs: 10_000,
    maxAttempts: 5,
    initialPauseMs: 1_000,
    maxPauseMs: 30_000,
    mayRetry: (status) => RETRYABLE.has(status),
  };
  const send = async (spans: readonly SpanRecord[], signals: SendSignals): Promise<boolean> => {
    const body = encodeSpans(spans, serviceName);
    const content = { headers: { ...headers, 'content-type': 'application/json' }, body };
    const result = await post(world, target, () => content, signals);
    if (!result.ok) {
      logger.warn('spans could not be exported', { spans: spans.length, reason: result.reason });
      return false;
    }
    const refused = refusedBy(result.body);
    if (refused > 0) {
      rejected += refused;
      logger.warn('the collector refused some spans', { spans: refused });
    }
    return true;
  };
  const queue = createSendQueue<SpanRecord>({
    clock,
    limit: WAITING_LIMIT,
    batchSize: BATCH_SIZE,
    delayMs: BATCH_DELAY_MS,
    send,
  });
  return { write: queue.put, dropped: () => queue.dropped() + rejected, close: queue.close };
}

/** How many spans a success says were not taken ("Partial Success"). */
function refusedBy(body: string): number {
  try {
    const { partialSuccess } = JSON.parse(body) as { partialSuccess?: { rejectedSpans?: unknown } };
    const count = Number(partialSuccess?.rejectedSpans);
    return Number.isSafeInteger(count) ? count : 0;
  } catch {
    return 0;
  }
}
