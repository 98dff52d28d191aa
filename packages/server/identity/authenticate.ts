import { HermesError } from '@hermes-agent/core';
import type { Identity } from '@hermes-agent/runtime';
import { LOCAL_USER, localOperator } from './loopback.ts';
import type { Tokens } from './tokens.ts';

/** Who sent these headers. Throws `UNAUTHENTICATED`, `FORBIDDEN`, `INVALID_ARGUMENT`. */
export type Authenticate = (headers: Headers) => Identity;

/**
 * With a token file every request needs a token, on loopback too: a proxy in front of it makes the whole world
 * look local. Without one, whoever reaches loopback is the operator.
 */
export const createAuthenticate = (tokens: Tokens | null): Authenticate =>
  tokens === null ? authenticateLocal : (headers) => authenticateToken(tokens, headers);

function authenticateLocal(headers: Headers): Identity {
  const header = headers.get('x-hermes-user');
  return localOperator(header === null ? LOCAL_USER : readUser(header));
}

function authenticateToken(tokens: Tokens, headers: Headers): Identity {
  const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const holder = token === undefined ? null : tokens(token);
  if (holder === null) {
    throw new HermesError('UNAUTHENTICATED', token === undefined ? 'No token' : 'This token is not known', {
      layer: 'server',
      where: 'header/authorization',
      hint: 'Send `Authorization: Bearer TOKEN`.',
    });
  }
  const acting = headers.get('x-hermes-user');
  if (acting !== null && readUser(acting) !== holder.subject) {
    throw new HermesError('FORBIDDEN', 'The user comes from the token', {
      layer: 'server',
      where: 'header/x-hermes-user',
      hint: 'Leave the header out.',
    });
  }
  return holder;
}

function readUser(header: string): string {
  let user = '';
  try {
    user = decodeURIComponent(header);
  } catch {
    // Left empty: refused below, as any other name that is none.
  }
  if (!/^[^\p{Cc}\p{Cs}]{1,128}$/u.test(user)) {
    throw new HermesError('INVALID_ARGUMENT', 'The user is not 1 to 128 printable characters', {
      layer: 'server',
      where: 'header/x-hermes-user',
      hint: 'Percent-encode what is not ASCII.',
    });
  }
  return user;
}
