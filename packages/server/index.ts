export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export type { WireAgent } from './wire/agent.ts';
export type { WireError } from './wire/error.ts';
export type { WireReplyEvent } from './wire/event.ts';
export type { WireReply } from './wire/reply.ts';
export type { WireOpenedSession, WireReading, WireSession } from './wire/session.ts';
export type { WireSpan, WireTrace, WireTraceSummary } from './wire/trace.ts';
export type { WireTurnResult } from './wire/turn.ts';
