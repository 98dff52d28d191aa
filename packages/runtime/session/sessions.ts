import { createHash } from 'node:crypto';
import type { Bus } from '@hermes-agent/bus';
import type { ConversationEvent, Reply, SessionState, Snapshot } from '@hermes-agent/conversation';
import {
  type Clock,
  HermesError,
  type Ids,
  type JsonObject,
  type Logger,
  sleep,
  type Tracer,
} from '@hermes-agent/core';
import type { Memory } from '@hermes-agent/memory';
import type { Queries, Store } from '@hermes-agent/store';
import type { Agent } from '../agent/agent.ts';
import type { Identity, Locale, OutboxReply, Reading, TurnInput, TurnResult } from '../api.ts';
import { compileTask, displayTimeoutMs, orderOf } from '../request/compile-request.ts';
import { lookUp } from '../request/look-up.ts';
import { insertRequest, type RequestRow } from '../request/request-row.ts';
import { type Advanced, advance, type ExecuteEmission } from './advance.ts';
import { appendOutbox, type OutboxEntry } from './outbox.ts';
import { createSessionLock } from './session-lock.ts';
import { insertSession, readSession, type SessionRow, updateSession } from './session-row.ts';

export {};
