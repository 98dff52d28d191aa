import { HermesError } from '@hermes-agent/core';
import type { Context } from 'hono';

/**
 * The JSON of a request's body, never read past `limit` bytes.
 *
 * Only `application/json` is taken: a page of another origin cannot send that without asking first (a form can
 * send the three simple media types).
 *
 * Throws `INVALID_ARGUMENT`, `PAYLOAD_TOO_LARGE`.
 */
export async function readBody(context: Context, limit: number): Promise<unknown> {
  const mediaType = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw invalid(`The body is ${mediaType ?? 'of no media type'}`, 'Send `Content-Type: application/json`.');
  }
  const bytes = await readBytes(context.req.raw, limit);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('The body is not JSON in UTF-8', 'Check the quotes and commas.');
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (limit: number): HermesError =>
  new HermesError('PAYLOAD_TOO_LARGE', `The body is over ${limit} bytes`, {
    layer: 'server',
    where: 'body',
    hint: 'Send less at a time.',
  });

const invalid = (message: string, hint: string): HermesError =>
  new HermesError('INVALID_ARGUMENT', message, { layer: 'server', where: 'body', hint });
