import type { Alerts, Clock, Logger } from '@hermes-agent/core';
import type { Advanced } from './advance.ts';
import type { SessionRow } from './session-row.ts';

/** Leaves word of what an auditor may ask about, and calls a person where the conversation asked for one. */
export function reportAudit(
  { logger, alerts, clock }: { logger: Logger; alerts: Alerts; clock: Clock },
  { sessionId, agent }: SessionRow,
  turnId: string | null,
  { audit, handovers }: Advanced,
): void {
  for (const { type, taskId } of audit) {
    logger.info('conversation', {
      session_id: sessionId,
      turn_id: turnId,
      agent,
      audit: type,
      task_id: taskId,
    });
  }
  for (const { reason } of handovers) {
    alerts.raise({
      code: 'HANDED_OVER',
      severity: 'warning',
      summary: { zh: '有用户需要人工接手。', en: 'A user needs a person to take over.' },
      fields: { session_id: sessionId, agent, reason },
      at: clock.now(),
    });
  }
}
