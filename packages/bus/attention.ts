import type { Resolution } from './execution/event.ts';
import type { Execution, MatterReason } from './execution/state.ts';

/** A step that a person has to look at, with what is needed to find out. Holds no inputs or outputs. */
export interface AttentionItem {
  readonly requestId: string;
  /** Id of the step in its plan. */
  readonly step: string;
  /** The key under which the other side knows it. */
  readonly idempotencyKey: string;
  readonly tool: string;
  readonly version: string;
  readonly reason: MatterReason;
  readonly code: string;
  readonly since: number;
  readonly sessionId: string;
  readonly tenant: string;
  readonly subject: string;
}

/** A person's decision on one item. */
export interface Settlement {
  readonly step: string;
  readonly resolution: Resolution;
  /** Who decided, for the log. */
  readonly by: string;
}

export const attentionItems = ({ order, steps }: Execution): readonly AttentionItem[] =>
  steps.flatMap(({ matter }, index) => {
    if (matter === undefined) return [];
    const { id, tool, version } = order.steps[index]!;
    return {
      requestId: order.requestId,
      step: id,
      idempotencyKey: `${order.requestId}/${index + 1}`,
      tool,
      version,
      ...matter,
      sessionId: order.sessionId,
      tenant: order.tenant,
      subject: order.subject,
    };
  });
