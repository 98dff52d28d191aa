type OnHint = (payload: string) => void;

/** Hints within this process. A listener that throws does not keep the others from hearing. */
export function createHints(): {
  tell(channel: string, payload: string): void;
  listen(channel: string, onHint: OnHint): () => Promise<void>;
} {
  const listeners = new Map<string, Set<OnHint>>();
  return {
    tell(channel, payload) {
      for (const onHint of listeners.get(channel) ?? []) queueMicrotask(() => onHint(payload));
    },
    listen(channel, onHint) {
      const channelListeners = listeners.get(channel) ?? new Set();
      listeners.set(channel, channelListeners.add(onHint));
      return async () => {
        channelListeners.delete(onHint);
        if (channelListeners.size === 0) listeners.delete(channel);
      };
    },
  };
}
