import type { CallKind } from '../execution/state.ts';

const CALL = /^\/([1-9][0-9]*)(?:\/(verify)\/[1-9][0-9]*|\/(fallback)|\/(comp)(?:\/[1-9][0-9]*)?)?$/;

const KINDS: Readonly<Record<string, CallKind>> = {
  verify: 'verification',
  fallback: 'fallback',
  comp: 'compensation',
};

/** Takes `<request id>/1`, `…/1/verify/2`, `…/1/fallback` or `…/1/comp` apart; null when it is no call of that request. */
export function parseCallId(requestId: string, callId: string): { kind: CallKind; step: number } | null {
  const match = callId.startsWith(requestId) ? CALL.exec(callId.slice(requestId.length)) : null;
  if (match === null) return null;
  const kind = KINDS[match[2] ?? match[3] ?? match[4] ?? ''] ?? 'step';
  return { kind, step: Number(match[1]) - 1 };
}
