/** The shapes on the wire are the server's own; this page takes their types and nothing else of it. */
export type {
  WireAgent as Agent,
  WireAttention as AttentionItem,
  WireMail as Mail,
  WireMailList as MailList,
  WireOpenedSession as SessionOpened,
  WireReading as Reading,
  WireReply as Reply,
  WireReplyEvent as ReplyEvent,
  WireSession as SessionState,
  WireSpan as TraceSpan,
  WireTrace as Trace,
  WireTraceSummary as TraceSummary,
  WireTurnResult as TurnResult,
} from '@hermes-agent/server';

export type Locale = 'zh' | 'en';

export type Words = Readonly<Record<Locale, string>>;

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}
