import { EventEmitter } from 'node:events';
import type { Store } from '@hermes-agent/store';

const CHANNEL = 'hermes_session';

/** Tells who waits for a session that it has more to say. Hints may be lost: every waiter polls too. */
export interface SessionHints {
  tell(sessionId: string): void;
  listen(sessionId: string, onHint: () => void): () => void;
  close(): Promise<void>;
}

export async function createSessionHints(store: Store): Promise<SessionHints> {
  const local = new EventEmitter();
  local.setMaxListeners(0);
  const stopListening = await store.listen(CHANNEL, (sessionId) => local.emit(sessionId));
  return {
    tell(sessionId) {
      store.notify(CHANNEL, sessionId).catch(() => {});
    },
    listen(sessionId, onHint) {
      local.on(sessionId, onHint);
      return () => local.off(sessionId, onHint);
    },
    async close() {
      await stopListening();
      local.removeAllListeners();
    },
  };
}
