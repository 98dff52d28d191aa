import { asHermesError, HermesError, withDeadline } from '@hermes-agent/core';
import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { defineRoute, type Route } from '../openapi/route.ts';
import { named } from '../wire/registry.ts';
import { fileHeaders } from './file.ts';

const ANSWER_MS = 5_000;
const mailParams = z.object({ mail_id: z.string().min(1).max(128) });
const mailSchema = named('Mail', z.looseObject({}));
const mailListSchema = named('MailList', z.array(mailSchema));

/** The demo's mailbox stands on a port of its own; the console reaches it through here. */
export function mailboxRoutes({ hermes, clock }: ServerContext): Route[] {
  const ask = async (path: string, signal: AbortSignal): Promise<Response> => {
    const url = hermes.mailboxUrl();
    if (url === null) {
      throw new HermesError('NOT_FOUND', 'No demo mailbox is running', {
        layer: 'server',
        hint: 'It comes with the demos: `hermes dev`.',
      });
    }
    const answer = await withDeadline(
      clock,
      ANSWER_MS,
      (limit) => fetch(new URL(path, url), { signal: limit }),
      signal,
    ).catch((thrown) => {
      const error = asHermesError(thrown, 'server');
      if (error.code !== 'INTERNAL') throw error;
      throw new HermesError('SERVICE_UNAVAILABLE', 'The demo mailbox does not answer', {
        layer: 'server',
        cause: thrown,
      });
    });
    if (answer.status === 404)
      throw new HermesError('NOT_FOUND', 'There is no such mail', { layer: 'server' });
    if (!answer.ok) {
      throw new HermesError('SERVICE_UNAVAILABLE', `The demo mailbox answered ${answer.status}`, {
        layer: 'server',
      });
    }
    return answer;
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
      handle: async ({ signal }) => mailListSchema.parse(await (await ask('mails', signal)).json()),
    }),
    defineRoute({
      ...common,
      path: '/mailbox/{mail_id}',
      operation: 'getMail',
      summary: 'One mail',
      params: mailParams,
      answer: { status: 200, description: 'The mail.', schema: mailSchema },
      handle: async ({ params, signal }) =>
        mailSchema.parse(await (await ask(`mails/${encodeURIComponent(params.mail_id)}`, signal)).json()),
    }),
    defineRoute({
      ...common,
      path: '/mailbox/{mail_id}/attachments/{index}',
      operation: 'getAttachment',
      summary: 'An attachment of a mail',
      params: mailParams.extend({ index: z.coerce.number().int().min(0).max(99) }),
      answer: { status: 200, description: 'Its bytes.', mediaType: 'application/octet-stream' },
      handle: async ({ params, signal }) => {
        const path = `mails/${encodeURIComponent(params.mail_id)}/attachments/${params.index}`;
        const answer = await ask(path, signal);
        const mediaType = answer.headers.get('content-type') ?? 'application/octet-stream';
        return new Response(answer.body, { headers: fileHeaders(mediaType, `attachment-${params.index}`) });
      },
    }),
  ];
}
