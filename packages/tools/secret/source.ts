import { readFile } from 'node:fs/promises';

/** Where credentials come from. A value never stands in a contract, an error, a log line or a span. */
export interface SecretSource {
  /** The value of `order_centre/token`, or undefined when there is none. */
  get(name: string): Promise<string | undefined>;
}

/** Where one secret is kept: an environment variable, a file (read at each use, so it can be rotated), or at hand. */
export type SecretPlace = { readonly env: string } | { readonly file: string } | { readonly value: string };

/** Secrets by name. A file's last line break is not part of the value; an empty value counts as none. */
export function createSecretSource(
  places: Readonly<Record<string, SecretPlace>>,
  environment: Readonly<Record<string, string | undefined>> = {},
): SecretSource {
  return {
    async get(name) {
      const place = Object.hasOwn(places, name) ? places[name] : undefined;
      if (place === undefined) return undefined;
      const value =
        'value' in place
          ? place.value
          : 'env' in place
            ? environment[place.env]
            : await readSecret(place.file);
      return value === '' ? undefined : value;
    },
  };
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
