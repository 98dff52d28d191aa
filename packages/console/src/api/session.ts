import { callJson } from './client.ts';
import { ApiProblem } from './problem.ts';
import type { Locale, SessionOpened, SessionState, TurnResult } from './wire.ts';

const keyOf = (agent: string): string => `hermes.session.${agent}`;

export type OpenSession =
  | { readonly fresh: true; readonly session: SessionOpened }
  | { readonly fresh: false; readonly session: SessionState };

/** Takes up the agent's stored session; begins a new one when there is none or the server forgot it. */
export async function openSession(agent: string, locale: Locale, signal: AbortSignal): Promise<OpenSession> {
  const stored = localStorage.getItem(keyOf(agent));
  if (stored !== null) {
    try {
      return { fresh: false, session: await callJson<SessionState>(`/sessions/${stored}`, { signal }) };
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    }
  }
  const session = await callJson<SessionOpened>('/sessions', {
    method: 'POST',
    body: { agent, locale },
    signal,
  });
  localStorage.setItem(keyOf(agent), session.session_id);
  return { fresh: true, session };
}

/** The next `openSession` of this agent begins anew. What runs in the old session goes on. */
export function leaveSession(agent: string): void {
  localStorage.removeItem(keyOf(agent));
}

/** Says one sentence. The same `turnId` again is safe: the server answers what it answered. */
export const sendTurn = (sessionId: string, turnId: string, text: string): Promise<TurnResult> =>
  callJson<TurnResult>(`/sessions/${sessionId}/turns`, { method: 'POST', body: { turn_id: turnId, text } });

export const cancelRequest = (requestId: string): Promise<unknown> =>
  callJson(`/requests/${requestId}/cancel`, { method: 'POST', body: {} });
