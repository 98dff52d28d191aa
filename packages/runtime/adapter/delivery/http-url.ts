import { HermesError } from '@hermes-agent/core';

/** The address that a variable holds. Throws `INVALID_ARGUMENT`, without the address: it may hold a secret. */
export function readHttpUrl(variable: string, text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new HermesError('INVALID_ARGUMENT', 'This is not an http or https address', {
    layer: 'runtime',
    where: variable,
    hint: 'Give an address such as https://collector.example.com:4318.',
  });
}
