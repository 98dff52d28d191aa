import type { PlanDocument } from '../plan/plan-document.ts';

export type OutcomeStatus = 'succeeded' | 'failed' | 'pending' | 'cancelled' | 'needs_attention';

/** Which response tells the user of an outcome: for a failure, the first row that fits its step and code. */
export function outcomeResponse(
  outcomes: PlanDocument['outcomes'],
  status: OutcomeStatus,
  failedStep: string | null,
  code: string | null,
): string {
  if (status !== 'failed') return outcomes[status];
  const row = outcomes.failed.find(
    (candidate) =>
      (candidate.step === undefined || candidate.step === failedStep) &&
      (candidate.code === undefined || candidate.code === code),
  );
  return row!.response;
}
