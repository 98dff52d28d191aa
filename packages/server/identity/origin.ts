import { isIP } from 'node:net';
import { HermesError } from '@hermes-agent/core';
import type { MiddlewareHandler } from 'hono';

/**
 * Keeps pages of other origins away. A page that points its own name at 127.0.0.1 (DNS rebinding) arrives with
 * that name as `Host`, so only names that are ours are answered; an address cannot be rebound and always is.
 * An `Origin` must be the very host asked: there is no CORS.
 *
 * Throws `FORBIDDEN`.
 */
export function checkOrigin(allowedHosts: readonly string[]): MiddlewareHandler {
  const names = new Set(['localhost', ...allowedHosts.map((host) => host.toLowerCase())]);
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase() ?? '';
    const name = host.replace(/:\d+$/, '');
    if (!names.has(name) && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0) {
      throw refuse(
        'header/host',
        'The host name is not one of this server',
        'Add it to HERMES_ALLOWED_HOSTS.',
      );
    }
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
      throw refuse(
        'header/origin',
        'Pages of another origin are not served',
        'Open the console of this server.',
      );
    }
    return next();
  };
}

const refuse = (where: string, message: string, hint: string): HermesError =>
  new HermesError('FORBIDDEN', message, { layer: 'server', where, hint });
