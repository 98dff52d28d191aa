import { type JsonValue, readPointer } from '@hermes-agent/core';
import type { Contract } from '../../contract/contract.ts';
import type { HttpBinding } from '../../contract/document.ts';
import { parseJson } from '../../schema/parse-json.ts';
import { type BindingOutcome, contractViolation } from '../outcome.ts';
import { decodeBody } from './decode.ts';
import { matchError } from './error-rule.ts';
import type { HttpResponse } from './exchange.ts';

/**
 * An answer as an output or a failure. The order is the point: encoding, then media type, then the contract's
 * errors by status, header and body, then whether this status is a success; only then is the body an output.
 */
export async function readResponse(
  contract: Contract,
  binding: HttpBinding,
  response: HttpResponse,
  maxBytes: number,
  nowMs: number,
): Promise<BindingOutcome> {
  const { status, headers } = response;
  const violation = (keyword: string, expected: string, observed: string, pointer = ''): BindingOutcome =>
    contractViolation(contract, { pointer, keyword, expected, observed });

  const decoded = await decodeBody(response.body, headers['content-encoding'], maxBytes);
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const isJson = /^application\/(json|[\w.+-]+\+json)$/.test(mediaType);
  const body = decoded.ok && isJson ? parseBody(decoded.bytes) : undefined;

  const failure = matchError(contract, response, body as JsonValue | undefined, nowMs);
  if (failure !== null) return failure;
  const { statuses, from, empty_as: emptyAs } = binding.response ?? {};
  if (statuses !== undefined && !statuses.includes(status)) {
    return violation('status', `status ${statuses.join(' or ')}`, `status ${status}`);
  }
  if (!decoded.ok) return violation('encoding', decoded.expected, decoded.observed);
  if (decoded.bytes.length === 0) {
    return emptyAs === undefined
      ? violation('body', 'a JSON body', 'an empty one')
      : { ok: true, value: emptyAs, sandbox: null };
  }
  if (!isJson)
    return violation('media_type', 'application/json', mediaType === '' ? 'no media type' : mediaType);
  if (body === undefined) return violation('body', 'JSON text in UTF-8', describeNonJson(decoded.bytes));
  const output = from === undefined ? body : readPointer(body as JsonValue, from);
  return output === undefined
    ? violation('required', 'the output', 'missing', from!)
    : { ok: true, value: output, sandbox: null };
}

/** The body's value, or undefined when it is not JSON in UTF-8. */
function parseBody(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Compressed bytes whose header was lost are a known fault of gateways; naming it saves an hour. */
const describeNonJson = (bytes: Uint8Array): string =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip bytes without Content-Encoding' : 'something else';
