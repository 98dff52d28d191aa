import {
  type Alert,
  type Alerts,
  asHermesError,
  type Clock,
  HermesError,
  type Logger,
  type SpanSink,
  silentAlerts,
  silentLogger,
  systemClock,
} from '@hermes-agent/core';
import type { Store } from '@hermes-agent/store';
import { type AttentionItem, attentionItems, type Settlement } from './attention.ts';
import { type Canaries, createCanaries } from './canary/canaries.ts';
import { startCanaryWatch } from './canary/watch.ts';
import { createDeadLetters, type DeadLetters } from './dead-letter/dead-letters.ts';
import { isDeadLetter, layAside } from './dead-letter/letter.ts';
import { envelopeOf } from './execution/call.ts';
import { dueAt } from './execution/state.ts';
import type { SideEffect, Verdict } from './execution/transition.ts';
import type { Conclusion, StepView } from './journal/conclusion.ts';
import type { Committed, MessageQuery } from './journal/port.ts';
import { createSqlJournal, migrateJournal } from './journal/sql-journal.ts';
import { createSteadyClock } from './journal/steady-clock.ts';
import type { Side } from './message/envelope.ts';
import { createGate, type Refusals } from './message/gate.ts';
import type { JournaledMessage } from './message/message.ts';
import { eventOf, reportOf } from './message/report.ts';
import { checkOrder, checkRequestId } from './order/check.ts';
import type { Order } from './order/order.ts';
import { createPolicies, type Policies } from './policy/policies.ts';
import { type KeepRetired, type RetireQuery, retire } from './retention/retire.ts';
import { createFreezer, type Freezer, frozenAlert } from './route/freezer.ts';
import { createSwitchboard } from './route/switchboard.ts';
import { type BusSettings, DEFAULT_SETTINGS } from './settings.ts';
import { startAlarm } from './timeout/alarm.ts';
import { displayTimeoutMs } from './timeout/budget.ts';
import { recordMoment } from './trace/recorder.ts';
import { createBell } from './transport/bell.ts';
import type { Topic, Transport } from './transport/port.ts';
import { createStoreTransport } from './transport/store-transport.ts';
import { type ExecutionView, viewOf } from './view.ts';
import type { WorkSource } from './worker/source.ts';
import { startWatchdog } from './worker/watchdog.ts';

export interface BusOptions {
  readonly store: Store;
  readonly clock?: Clock;
  /** Takes the bus's spans, whose times lie in the past. */
  readonly spans?: SpanSink;
  readonly logger?: Logger;
  /** Hears what a person should know without looking. */
  readonly alerts?: Alerts;
  readonly transport?: Transport;
  readonly settings?: Partial<BusSettings>;
}

/** What a requester gets at once. */
export interface Receipt {
  readonly request_id: string;
  /** When it will begin, for an order with a start time; null: now. */
  readonly scheduled_at: number | null;
  /** The same order had been submitted before; it runs once. */
  readonly duplicate: boolean;
  readonly display_timeout_ms: number;
}

export interface CancelOutcome {
  readonly requestId: string;
  /** Where it stands after the cancellation; what is being undone or checked ends later, with a conclusion. */
  readonly status: ExecutionView['status'];
  /** False when it had ended, or was being undone already. */
  readonly accepted: boolean;
  readonly steps: readonly StepView[];
}

/** The Multi-Component Protocol: carries orders to workers, and what became of them back. */
export interface Bus {
  /**
   * Takes an order and returns; the rest is told by `conclusions`. The same order again is a duplicate and runs
   * once.
   *
   * Throws `IDEMPOTENCY_CONFLICT` (same id, another body; `where` points at the difference), `CANCELLED` (it was
   * cancelled before it came), `BUS_FULL`, `MESSAGE_INVALID`, `PAYLOAD_TOO_LARGE`.
   */
  submit(order: Order): Promise<Receipt>;
  /** Stops what has not begun and undoes what has been done. An id that never came is fenced off for good. */
  cancel(requestId: string, reason: string): Promise<CancelOutcome>;
  /**
   * A message from outside, whatever brought it. Throws `SENDER_REFUSED` when `side` may not send it,
   * `MESSAGE_INVALID`, `PAYLOAD_TOO_LARGE`, `EXECUTION_NOT_FOUND`.
   */
  receive(message: unknown, side: Side): Promise<Verdict>;
  refusals(): Refusals;
  readonly executions: { get(requestId: string): Promise<ExecutionView | null> };
  /** Messages after a cursor, oldest first, and the cursor to go on from. */
  messages(
    query: MessageQuery,
  ): Promise<{ readonly messages: readonly JournaledMessage[]; readonly cursor: number }>;
  messagesOf(requestId: string): Promise<readonly JournaledMessage[]>;
  /** Conclusions after a sequence, oldest first. None is ever passed over. */
  conclusions(query: { readonly after: number; readonly limit: number }): Promise<readonly Conclusion[]>;
  /** Calls back when `conclusions` may have more. A hint: it may be lost. */
  onConclusion(onHint: (requestIds: readonly string[]) => void): Promise<() => Promise<void>>;
  /** Waits for the end of an execution, or for a person to be needed; null when neither came within `withinMs`. */
  settled(requestId: string, withinMs: number, signal?: AbortSignal): Promise<Conclusion | null>;
  readonly attention: {
    /** What waits for a person, of one tenant or of all, the longest waiting first. */
    list(limit?: number, tenant?: string): Promise<readonly AttentionItem[]>;
    /** Decides one item. Throws `EXECUTION_NOT_FOUND`, `CONFLICT` when nothing stands open there. */
    settle(requestId: string, settlement: Settlement): Promise<ExecutionView>;
  };
  readonly tools: Freezer;
  readonly policies: Policies;
  readonly deadLetters: DeadLetters;
  readonly canary: Canaries;
  /** Takes what has ended long enough out of the journal, a batch at a time; resolves to 0 when there is no more. */
  retire(query: RetireQuery, keep?: KeepRetired): Promise<number>;
  /** What workers live on. */
  readonly work: WorkSource;
  /** Stops timers. Workers are drained before, the store is closed after. */
  close(): Promise<void>;
}

const LIST_DEFAULT = 100;
const SETTLED_POLL_MS = 50;

/** Opens the bus on a store, bringing its tables up to date. Any number of processes may share one store. */
export async function createBus(options: BusOptions): Promise<Bus> {
  const { store, clock = systemClock, spans, logger = silentLogger, alerts = silentAlerts } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const transport = options.transport ?? createStoreTransport(store, logger);
  const gate = createGate(settings.payloadLimitBytes);
  await migrateJournal(store);

  const onCommitted = (committed: readonly Committed[], now: number): void => {
    const hints: Record<Topic, string[]> = { agent_requests: [], agent_results: [], agent_aborts: [] };
    for (const { execution, effects } of committed) {
      const id = execution.order.requestId;
      if (execution.phase.name === 'ready') hints.agent_requests.push(id);
      for (const effect of effects) {
        if (effect.type === 'conclusion') hints.agent_results.push(id);
        if (effect.type === 'freeze') alerts.raise(frozenAlert(effect, now));
        if (effect.type === 'alert') alerts.raise(alertOf(effect, now));
        if (effect.type === 'abort') hints.agent_aborts.push(effect.callId);
        if (effect.type === 'moment' && spans !== undefined) recordMoment(spans, execution, effect.moment);
      }
      const due = dueAt(execution);
      if (due !== null) alarm.expectIn(due - now);
    }
    for (const [topic, ids] of Object.entries(hints)) {
      if (ids.length > 0) transport.publish(topic as Topic, ids);
    }
  };
  const time = createSteadyClock(store, clock);
  const switchboard = createSwitchboard(store, clock);
  const journal = createSqlJournal({
    store,
    time,
    limits: settings.backlog,
    inFlight: settings.inFlight,
    switchboard,
    onCommitted,
  });
  const alarm = startAlarm(journal, clock, settings.pollMs, logger);
  const canaryWatch = startCanaryWatch({
    store,
    time,
    clock,
    switchboard,
    alerts,
    logger,
    minimum: settings.canaryMinimum,
  });
  const watchdog = startWatchdog(journal, clock, settings.unservedAfterMs, logger);

  const admit: Bus['receive'] = async (raw, side) => {
    const message = gate.admit(raw, side);
    if (message.type !== 'EXECUTE_RESULT' && message.type !== 'EXECUTE_ERROR') return 'ignored';
    const applied = await journal.apply(message.envelope.execution_id, eventOf(message));
    if (applied === null) throw notFound(message.envelope.execution_id);
    if (applied.verdict === 'stale') {
      logger.warn('a result came too late to count', {
        request_id: message.envelope.request_id,
        code: 'FENCE_STALE',
      });
    }
    return applied.verdict;
  };

  return {
    async submit(order) {
      checkOrder(order, settings.payloadLimitBytes);
      const submission = await journal.submit(order);
      const context = { layer: 'bus', details: { request_id: order.requestId } } as const;
      switch (submission.type) {
        case 'accepted':
        case 'duplicate':
          return {
            request_id: order.requestId,
            scheduled_at: order.startAt ?? null,
            duplicate: submission.type === 'duplicate',
            display_timeout_ms: displayTimeoutMs(order),
          };
        case 'conflict':
          throw new HermesError('IDEMPOTENCY_CONFLICT', 'This request id came before with another body', {
            ...context,
            where: submission.where,
          });
        case 'fenced':
          throw new HermesError('CANCELLED', 'This request was cancelled before it came', context);
        case 'full':
          throw new HermesError('BUS_FULL', `The ${submission.scope} has ${submission.limit} open requests`, {
            ...context,
            hint: 'Try again when some have ended.',
          });
      }
    },
    async cancel(requestId, reason) {
      checkRequestId(requestId);
      const { execution, verdict } = await journal.cancel(requestId, reason);
      const { status, steps } = viewOf(execution);
      return { requestId, status, steps, accepted: verdict === 'applied' };
    },
    async receive(raw, side) {
      try {
        return await admit(raw, side);
      } catch (thrown) {
        const refusal = asHermesError(thrown, 'bus');
        if (isDeadLetter(refusal)) {
          await layAside(store, raw, side, refusal, settings.payloadLimitBytes, await time.now());
        }
        throw thrown;
      }
    },
    refusals: gate.refusals,
    executions: {
      async get(requestId) {
        const execution = await journal.get(requestId);
        return execution === null ? null : viewOf(execution);
      },
    },
    async messages(query) {
      const messages = await journal.messages(query);
      return { messages, cursor: messages.at(-1)?.sequence ?? query.after };
    },
    messagesOf: journal.messagesOf,
    conclusions: journal.conclusions,
    onConclusion: (onHint) => transport.subscribe('agent_results', onHint),
    async settled(requestId, withinMs, signal) {
      const giveUpAt = clock.monotonic() + withinMs;
      const bell = await createBell(transport, requestId);
      try {
        for (;;) {
          const conclusion = await journal.conclusionOf(requestId);
          if (conclusion !== null && conclusion.status !== 'pending') return conclusion;
          const remainingMs = giveUpAt - clock.monotonic();
          if (remainingMs <= 0) return null;
          await bell.wait(clock, Math.min(SETTLED_POLL_MS, remainingMs), signal);
        }
      } finally {
        await bell.close();
      }
    },
    attention: {
      async list(limit = LIST_DEFAULT, tenant) {
        return (await journal.attention(limit, tenant)).flatMap(attentionItems);
      },
      async settle(requestId, { step, resolution, by }) {
        const found = await journal.get(requestId);
        logger.info('a person settles a matter', {
          request_id: requestId,
          step,
          by,
          resolution: resolution.type,
        });
        if (found === null) throw notFound(requestId);
        const index = found.order.steps.findIndex(({ id }) => id === step);
        const applied = await journal.apply(requestId, { type: 'settled', step: index, resolution });
        if (applied === null || applied.verdict === 'ignored') {
          throw new HermesError(
            'CONFLICT',
            `Nothing stands open at the step ${step} that this would settle`,
            {
              layer: 'bus',
              details: { request_id: requestId },
            },
          );
        }
        return viewOf(applied.execution);
      },
    },
    tools: createFreezer(store, time, switchboard),
    policies: createPolicies(store, time, switchboard),
    deadLetters: createDeadLetters({ store, journal, logger, admit }),
    canary: createCanaries(store, time, switchboard, settings.canaryMinimum),
    retire: (query, keep = async () => {}) => retire(store, query, keep),
    work: {
      routes: journal.routes,
      claim: journal.claim,
      async renew({ execution, call, fence }, leaseMs) {
        const applied = await journal.apply(execution.order.requestId, { type: 'renewed', fence, leaseMs });
        if (applied === null || applied.verdict !== 'applied') return 'lost';
        return applied.execution.cancelled !== null && call.kind === 'step' ? 'unwanted' : 'held';
      },
      report: ({ execution, call, fence }, outcome) =>
        admit(reportOf(envelopeOf(execution, call, fence), outcome), 'tools'),
      async handBack({ execution, fence }, effect) {
        await journal.apply(execution.order.requestId, { type: 'handed_back', fence, effect });
      },
      onWork: (onHint) => transport.subscribe('agent_requests', () => onHint()),
      onAbort: (onHint) => transport.subscribe('agent_aborts', onHint),
    },
    async close() {
      await alarm.stop();
      await canaryWatch.stop();
      await watchdog.stop();
    },
  };
}

const alertOf = ({ type: _type, ...alert }: Extract<SideEffect, { type: 'alert' }>, at: number): Alert => ({
  ...alert,
  at,
});

const notFound = (requestId: string): HermesError =>
  new HermesError('EXECUTION_NOT_FOUND', 'There is no such request', {
    layer: 'bus',
    details: { request_id: requestId },
  });
