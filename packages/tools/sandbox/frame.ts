import { StringDecoder } from 'node:string_decoder';

/** Host to guest. */
export type HostFrame =
  | { readonly type: 'call'; readonly nonce: string; readonly call: object }
  | { readonly type: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly type: 'abort' };

/** What a guest may ask for. Bytes pass through files of the scratch folder, never through a frame. */
export type GuestAsk =
  | { readonly ask: 'task_get'; readonly key: string }
  | { readonly ask: 'task_set'; readonly key: string; readonly value: unknown }
  | {
      readonly ask: 'artifact_write';
      readonly file: string;
      readonly name: string;
      readonly media_type: string;
    }
  | { readonly ask: 'artifact_read'; readonly ref: unknown };

/** Guest to host. All but `ready` carry the call's nonce. */
export type GuestFrame =
  | { readonly type: 'ready' }
  | ({ readonly type: 'ask'; readonly nonce: string; readonly id: number } & GuestAsk)
  | { readonly type: 'result'; readonly nonce: string; readonly output: unknown; readonly usage: GuestUsage }
  | {
      readonly type: 'error';
      readonly nonce: string;
      /** Set when it was a `ToolError`. */
      readonly code?: string;
      /** The name of what was thrown otherwise. */
      readonly thrown?: string;
      readonly message?: string;
      readonly retryable?: boolean;
      readonly effect?: 'none' | 'maybe';
      readonly details?: object;
      readonly usage: GuestUsage;
    };

export interface GuestUsage {
  readonly cpu_ms: number;
  readonly peak_memory_bytes: number;
}

/**
 * Splits a stream into lines. Never holds more than `maxBytes` of it in all: beyond that `onExcess` is called
 * once and the rest is dropped.
 */
export function readLines(
  maxBytes: number,
  onLine: (line: string) => void,
  onExcess: () => void,
): { push(chunk: Uint8Array): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  let received = 0;
  let exceeded = false;
  return {
    push(chunk) {
      if (exceeded) return;
      received += chunk.length;
      if (received > maxBytes) {
        exceeded = true;
        pending = '';
        onExcess();
        return;
      }
      const lines = (pending + decoder.write(Buffer.from(chunk))).split('\n');
      pending = lines.pop()!;
      for (const line of lines) onLine(line);
    },
    end() {
      if (!exceeded && pending !== '') onLine(pending);
      pending = '';
    },
  };
}
