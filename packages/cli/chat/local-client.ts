import type { Hermes, Identity, SessionEvent } from '@hermes-agent/runtime';
import type { HermesClient } from '@hermes-agent/server/client';

/** A runtime in this process, seen as a server would show it. */
export function createLocalClient(hermes: Hermes, identity: Identity): HermesClient {
  return {
    agents: async () => hermes.agents(),
    openSession: (input) => hermes.openSession({ ...input, identity }),
    async say(turn, signal) {
      const result = await hermes.turn({ ...turn, identity }, signal);
      const limits = await Promise.all(result.requestIds.map((id) => hermes.displayTimeoutMs(id)));
      return { ...result, displayTimeoutMs: Math.max(0, ...limits) };
    },
    events: (sessionId, afterId, signal) => localEvents(hermes, identity, sessionId, afterId, signal),
    trace: (requestId) => hermes.trace(requestId, identity),
    findTraces: (filter) => hermes.findTraces({ ...filter, tenant: identity.tenant }),
  };
}

async function* localEvents(
  hermes: Hermes,
  identity: Identity,
  sessionId: string,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent> {
  let cursor = afterId;
  let fresh = false;
  let wake = (): void => {};
  const tell = (): void => {
    fresh = true;
    wake();
  };
  const unsubscribe = hermes.onEvents(sessionId, tell);
  signal.addEventListener('abort', tell, { once: true });
  try {
    while (!signal.aborted) {
      fresh = false;
      const events = await hermes.events(sessionId, identity, cursor);
      for (const event of events) {
        cursor = event.id;
        yield event;
      }
      if (events.length > 0) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (fresh || signal.aborted) resolve();
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', tell);
  }
}
