import { HermesError } from '@hermes-agent/core';
import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { mailListSchema, mailSchema, readMail, readMailList } from '../wire/mail.ts';
import { fileHeaders } from './file.ts';

const ANSWER_MS = 5_000;
const mailParams = z.object({ mail_id: z.string().min(1).max(128) });

/** The demo's mailbox stands on a port of its own; the console reaches it through here. */
export function mailboxRoutes({ hermes }: ServerContext): Route[] {
  const ask = async (path: string, signal: AbortSignal): Promise<Response> => {
    const url = hermes.mailboxUrl();
    if (url === null) {
      throw new HermesError('NOT_FOUND', 'No demo mailbox is running', {
        layer: 'server',
        hint: 'It comes with the demos: `hermes dev`.',
      });
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    const answer = await fetch(new URL(path, url), { signal: limit }).catch((cause) => {
      throw unavailable('The demo mailbox does not answer', cause);
    });
    if (answer.ok) return answer;
    if (answer.status === 404)
      throw new HermesError('NOT_FOUND', 'There is no such mail', { layer: 'server' });
    throw unavailable(`The demo mailbox answered ${answer.status}`);
  };
  const common = {
    method: 'get',
    tag: 'mailbox',
    access: 'operator',
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  } as const;
  return [
    defineRoute({
      ...common,
      path: '/mailbox',
      operation: 'listMail',
      summary: 'The mail that the demo mailbox took',
      answer: { status: 200, description: 'The latest first.', schema: mailListSchema },
      handle: async ({ signal }) => readMailList(await (await ask('messages', signal)).json()),
    }),
    defineRoute({
      ...common,
      path: '/mailbox/{mail_id}',
      operation: 'getMail',
      summary: 'One mail',
      params: mailParams,
      answer: { status: 200, description: 'The mail.', schema: mailSchema },
      handle: async ({ params, signal }) =>
        readMail(await (await ask(`messages/${encodeURIComponent(params.mail_id)}`, signal)).json()),
    }),
    defineRoute({
      ...common,
      path: '/mailbox/{mail_id}/attachments/{index}',
      operation: 'getAttachment',
      summary: 'An attachment of a mail, counted from 0',
      params: mailParams.extend({ index: z.coerce.number().int().min(0).max(99) }),
      answer: { status: 200, description: 'Its bytes.', mediaType: 'application/octet-stream' },
      handle: async ({ params, signal }) => {
        const path = `messages/${encodeURIComponent(params.mail_id)}`;
        const { attachments } = readMail(await (await ask(path, signal)).json());
        const { name = '', media_type: mediaType = '' } = attachments[params.index] ?? {};
        const { body } = await ask(`${path}/attachments/${params.index}`, signal);
        return new Response(body, { headers: fileHeaders(mediaType, name) });
      },
    }),
  ];
}

const unavailable = (message: string, cause?: unknown): HermesError =>
  new HermesError('SERVICE_UNAVAILABLE', message, { layer: 'server', cause });
