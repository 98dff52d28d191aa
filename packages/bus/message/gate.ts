import { HermesError, isJsonObject } from '@hermes-agent/core';
import { parseCallId } from './call-id.ts';
import type { Envelope, Side } from './envelope.ts';
import { BODY_CHECKS, type Message, type MessageType, SENDERS } from './message.ts';

export interface Refusals {
  readonly sender: number;
  readonly invalid: number;
  readonly oversized: number;
}

/** The one door through which messages reach the journal, whatever transport brought them. */
export interface Gate {
  /**
   * Checks a message that `side` sent and returns it. Throws `SENDER_REFUSED` when that side may not send this
   * message, `MESSAGE_INVALID`, `PAYLOAD_TOO_LARGE`; each refusal is counted.
   */
  admit(message: unknown, side: Side): Message;
  refusals(): Refusals;
}

const ENVELOPE_TEXTS = [
  'request_id',
  'execution_id',
  'session_id',
  'tenant',
  'priority',
  'traceparent',
  'tool',
  'version',
  'contract_hash',
] as const;
const ENVELOPE_COUNTS = ['attempt', 'fence'] as const;

/** The pointer of the first thing wrong in an envelope; null when nothing is. */
function wrongInEnvelope(envelope: unknown): string | null {
  if (!isJsonObject(envelope)) return '';
  const text = ENVELOPE_TEXTS.find((key) => typeof envelope[key] !== 'string');
  if (text !== undefined) return `/${text}`;
  const count = ENVELOPE_COUNTS.find(
    (key) => !Number.isSafeInteger(envelope[key]) || Number(envelope[key]) < 0,
  );
  if (count !== undefined) return `/${count}`;
  const { execution_id, request_id } = envelope as unknown as Envelope;
  return parseCallId(execution_id, request_id) === null ? '/request_id' : null;
}

export function createGate(payloadLimitBytes: number): Gate {
  const counts = { sender: 0, invalid: 0, oversized: 0 };
  const refuse = (
    kind: keyof typeof counts,
    code: 'SENDER_REFUSED' | 'MESSAGE_INVALID' | 'PAYLOAD_TOO_LARGE',
    message: string,
    where?: string,
  ): HermesError => {
    counts[kind] += 1;
    return new HermesError(code, message, { layer: 'bus', ...(where === undefined ? {} : { where }) });
  };
  return {
    admit(message, side) {
      if (
        !isJsonObject(message) ||
        typeof message.type !== 'string' ||
        !Object.hasOwn(SENDERS, message.type)
      ) {
        throw refuse('invalid', 'MESSAGE_INVALID', 'This is none of the five messages', '/type');
      }
      const type = message.type as MessageType;
      if (SENDERS[type] !== side) {
        throw refuse('sender', 'SENDER_REFUSED', `${type} comes from ${SENDERS[type]}, not from ${side}`);
      }
      const { envelope, body } = message;
      const wrong = wrongInEnvelope(envelope);
      if (wrong !== null) {
        throw refuse('invalid', 'MESSAGE_INVALID', 'The envelope is incomplete', `/envelope${wrong}`);
      }
      if (!BODY_CHECKS[type](body)) {
        throw refuse('invalid', 'MESSAGE_INVALID', `The body is not that of ${type}`, '/body');
      }
      const bytes = Buffer.byteLength(JSON.stringify(body));
      if (bytes > payloadLimitBytes) {
        throw refuse(
          'oversized',
          'PAYLOAD_TOO_LARGE',
          `The body has ${bytes} bytes; ${payloadLimitBytes} are allowed`,
          '/body',
        );
      }
      return message as unknown as Message;
    },
    refusals: () => ({ ...counts }),
  };
}
