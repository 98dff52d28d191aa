export type { AttentionItem, Settlement } from './attention.ts';
export { type Bus, type BusOptions, type CancelOutcome, createBus, type Receipt } from './bus.ts';
export type { Canaries, CanaryStart } from './canary/canaries.ts';
export type { CanaryPhase } from './canary/canary.ts';
export type { FaultKind } from './canary/fault.ts';
export type { Minimum as CanaryMinimum } from './canary/judge.ts';
export type { CanaryView, FaultView } from './canary/view.ts';
export type { ControlChange } from './control/log.ts';
export type { DeadLetter, DeadLetters } from './dead-letter/dead-letters.ts';
export type { Effect, ExecutionEvent, Resolution, ToolOutcome } from './execution/event.ts';
export type {
  Call,
  CallKind,
  EndStatus,
  Execution,
  MatterReason,
  Phase,
  Status,
  StepProgress,
} from './execution/state.ts';
export type { Moment, SideEffect, Transition, Verdict } from './execution/transition.ts';
export { step } from './execution.ts';
export type { Conclusion, ConclusionStatus, StepView } from './journal/conclusion.ts';
export type { Claim, Journal } from './journal/port.ts';
export type { Envelope, Side } from './message/envelope.ts';
export type { ExecuteAck } from './message/execute-ack.ts';
export type { ExecuteError } from './message/execute-error.ts';
export type { ExecuteRequest } from './message/execute-request.ts';
export type { ExecuteResult } from './message/execute-result.ts';
export type { ExecuteTimeout } from './message/execute-timeout.ts';
export type { Refusals } from './message/gate.ts';
export type { JournaledMessage, Message, MessageType } from './message/message.ts';
export { meets } from './order/condition.ts';
export type {
  Compensation,
  Condition,
  Effects,
  Order,
  PlannedStep,
  Priority,
  RetryPolicy,
  RoutedReference,
  ToolReference,
  Verification,
} from './order/order.ts';
export { choosePolicy, type PolicySubject } from './policy/choose.ts';
export type { PolicyOverride } from './policy/override.ts';
export type { Policies } from './policy/policies.ts';
export {
  DEFAULT_POLICIES,
  type ErrorClass,
  type Fallback,
  type PolicyAction,
  type PolicyRule,
  type PolicySelector,
  selectorOf,
} from './policy/rule.ts';
export type { KeepRetired, RetiredExecution, RetireQuery } from './retention/retire.ts';
export { DEFAULT_RETRY_POLICY } from './retry/backoff.ts';
export type { Freeze } from './route/freeze.ts';
export type { Freezer } from './route/freezer.ts';
export type { RouteReason, RouteRefusal, Routing } from './route/routing.ts';
export type { BusSettings } from './settings.ts';
export { displayTimeoutMs } from './timeout/budget.ts';
export type { HintRefusals } from './transport/hint.ts';
export type { Topic, Transport } from './transport/port.ts';
export {
  createRabbitTransport,
  type RabbitTransport,
  type RabbitTransportOptions,
} from './transport/rabbitmq/rabbit-transport.ts';
export type { ExecutionView } from './view.ts';
export type { ToolCall, ToolExecutor } from './worker/executor.ts';
export type { WorkSource } from './worker/source.ts';
export { createWorker, type Worker, type WorkerOptions } from './worker/worker.ts';
