export {
  type Conversation,
  createConversation,
  type ResponseValues,
} from './conversation.ts';
export type { Directory, Person } from './directory/person.ts';
export type {
  AuditEntry,
  ConversationEvent,
  Emission,
  Priority,
  Reading,
  Reply,
  Snapshot,
  Turnout,
} from './event.ts';
export type { AnswerFlow, Flow, FlowSet, Slot, SlotKind, TaskFlow } from './flow/flow.ts';
export { loadFlows } from './flow/load.ts';
export { type Classification, type Classifier, trainClassifier } from './intent/classifier.ts';
export type { Example } from './intent/model.ts';
export type { SessionStore, UserContextReader } from './session/ports.ts';
export type { SessionState } from './session/state.ts';
export type { Locale, Localized } from './text/locale.ts';
