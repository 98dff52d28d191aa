import { isIP } from 'node:net';
import type { Identity } from '@hermes-agent/runtime';

export const LOCAL_TENANT = 'local';
export const LOCAL_USER = 'local';

/** Whoever sits at this machine: an operator, who may act for any user of the local tenant. */
export const localOperator = (subject: string = LOCAL_USER): Identity => ({
  tenant: LOCAL_TENANT,
  subject,
  role: 'operator',
});

/** Whether what listens on `host` can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
