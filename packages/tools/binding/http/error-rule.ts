import { isCode, type JsonValue, parseRetryAfter, readPointer } from '@hermes-agent/core';
import type { Effect } from '../../call/call.ts';
import type { Contract } from '../../contract/contract.ts';
import type { ErrorRule } from '../../contract/document.ts';
import { meets } from '../condition.ts';
import { type BindingFailure, contractViolation, effectOnceSent } from '../outcome.ts';
import type { HttpResponse } from './exchange.ts';

/**
 * The failure that an answer stands for, by the contract's `errors` in their order; null when it is none. `body`
 * is the parsed answer when it is JSON: errors have a form of their own, the output schema is not applied to them.
 */
export function matchError(
  contract: Contract,
  { status, headers }: HttpResponse,
  body: JsonValue | undefined,
  nowMs: number,
): BindingFailure | null {
  const rule = contract.errors.find((candidate) => fits(candidate, status, headers, body));
  if (rule === undefined)
    return status >= 200 && status < 300 ? null : unmapped(contract, status, headers, nowMs);
  const named = rule.code_from === undefined ? undefined : readPointer(body, rule.code_from);
  const code = typeof named === 'string' && isKnown(contract, named) ? named : rule.code;
  if (code === undefined) {
    return contractViolation(contract, {
      pointer: rule.code_from!,
      keyword: 'code_from',
      expected: 'a declared error code',
      observed: typeof named === 'string' ? 'an undeclared one' : 'none',
    });
  }
  const retryAfterMs = parseRetryAfter(headers['retry-after'], nowMs);
  return {
    ok: false,
    code,
    message:
      contract.errorCodes.find((entry) => entry.code === code)?.description ??
      `The other side answered ${status}`,
    effect: effectOnceSent(contract) === 'none' ? 'none' : (rule.effect ?? effectOfStatus(status)),
    details: { status },
    ...(rule.retry_after === 'header' && retryAfterMs !== undefined ? { retryAfterMs } : {}),
  };
}

function fits(
  rule: ErrorRule,
  status: number,
  headers: HttpResponse['headers'],
  body: JsonValue | undefined,
): boolean {
  if (typeof rule.status === 'number' && rule.status !== status) return false;
  if (typeof rule.status === 'string' && Math.floor(status / 100) !== Number(rule.status[0])) return false;
  if (rule.header !== undefined && headers[rule.header.name.toLowerCase()] !== rule.header.equals)
    return false;
  return rule.when === undefined || meets(body, rule.when);
}

/** A failing status that the contract says nothing about. */
function unmapped(
  contract: Contract,
  status: number,
  headers: HttpResponse['headers'],
  nowMs: number,
): BindingFailure {
  const effect = effectOnceSent(contract) === 'none' ? 'none' : effectOfStatus(status);
  const retryAfterMs = parseRetryAfter(headers['retry-after'], nowMs);
  const busy = status === 429;
  if (busy || status >= 500) {
    return {
      ok: false,
      code: busy ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE',
      message: `The other side answered ${status}`,
      effect,
      details: { status },
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  return {
    ...contractViolation(contract, {
      pointer: '',
      keyword: 'status',
      expected: 'a declared status',
      observed: `status ${status}`,
    }),
    effect,
    details: { status },
  };
}

/** 4xx and 503 say that the request was not carried out (RFC 9110 sections 15.5, 15.6.4); other 5xx say nothing. */
const effectOfStatus = (status: number): Effect => (status >= 500 && status !== 503 ? 'maybe' : 'none');

const isKnown = (contract: Contract, code: string): boolean =>
  isCode(code) || contract.errorCodes.some((entry) => entry.code === code);
