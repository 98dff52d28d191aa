import { HermesError } from '@hermes-agent/core';

export type OnHint = (payload: string) => void;

/** PostgreSQL cuts a longer identifier off, in silence. */
const CHANNEL_BYTES = 63;
/** NOTIFY ends at 8,000 bytes; a hint names what changed and does not carry it. */
const PAYLOAD_BYTES = 2_048;

export interface Hints {
  tell(channel: string, payload: string): void;
  /** Returns the function that stops the hearing; it answers whether the channel has nobody left. */
  listen(channel: string, onHint: OnHint): () => boolean;
  channels(): string[];
}

/** Hints within this process. A listener that throws does not keep the others from hearing. */
export function createHints(): Hints {
  const listeners = new Map<string, Set<{ readonly onHint: OnHint }>>();
  return {
    tell(channel, payload) {
      for (const { onHint } of listeners.get(channel) ?? []) queueMicrotask(() => onHint(payload));
    },
    listen(channel, onHint) {
      const listener = { onHint };
      const channelListeners = listeners.get(channel) ?? new Set();
      listeners.set(channel, channelListeners.add(listener));
      return () => {
        const removed = channelListeners.delete(listener);
        if (!removed || channelListeners.size > 0) return false;
        listeners.delete(channel);
        return true;
      };
    },
    channels: () => [...listeners.keys()],
  };
}

/** Refuses what one of the dialects could not pass on. */
export function assertHint(channel: string, payload = ''): void {
  if (channel === '' || Buffer.byteLength(channel) > CHANNEL_BYTES) {
    throw new HermesError('INVALID_ARGUMENT', `A channel's name has 1 to ${CHANNEL_BYTES} bytes`, {
      layer: 'store',
      where: channel.slice(0, CHANNEL_BYTES),
    });
  }
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES) {
    throw new HermesError('PAYLOAD_TOO_LARGE', `A hint carries at most ${PAYLOAD_BYTES} bytes`, {
      layer: 'store',
      where: channel,
      hint: 'Send the id of what changed and let the listener read it.',
    });
  }
}
