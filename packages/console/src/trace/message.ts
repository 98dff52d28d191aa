import { instantOf } from '../time/instant.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message of the bus in one line. */
export interface MessageLine {
  readonly atMs: number;
  readonly type: string;
  /** Which call it is about: `1`, `2/verify/1`, `1/comp`. */
  readonly step: string;
  readonly tool: string;
  /** The error code or the time-out, where there is one. */
  readonly note: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn';
}

const TONES: Readonly<Record<string, MessageLine['tone']>> = {
  EXECUTE_RESULT: 'good',
  EXECUTE_ERROR: 'bad',
  EXECUTE_TIMEOUT: 'warn',
};

/** Reads what the journal keeps: `{type, sender, at, envelope, body}`. A field that is missing stays empty. */
export function messageLine(message: Fields): MessageLine {
  const envelope = fieldsOf(message.envelope);
  const body = fieldsOf(message.body);
  const type = textOf(message.type);
  return {
    atMs: typeof message.at === 'string' || typeof message.at === 'number' ? instantOf(message.at) : 0,
    type,
    step: textOf(envelope.request_id).split('/').slice(1).join('/'),
    tool: textOf(envelope.tool),
    note: textOf(body.error_code),
    tone: TONES[type] ?? 'plain',
  };
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
