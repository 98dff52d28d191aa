import type { SecretSource } from '../secret/source.ts';
import { aborted, type BindingFailure } from './outcome.ts';
import { untilAborted } from './until-aborted.ts';

/** The value of a secret, or why the call ends here. Nothing has been sent when it does. */
export async function readSecret(
  secrets: SecretSource,
  name: string,
  signal: AbortSignal,
): Promise<string | BindingFailure> {
  try {
    const value = await untilAborted(secrets.get(name), signal);
    return value ?? missing(`The secret ${name} is not there`);
  } catch {
    // What the source has thrown may name what it holds.
    return signal.aborted ? aborted(signal, 'none') : missing(`The secret ${name} cannot be read`);
  }
}

const missing = (message: string): BindingFailure => ({
  ok: false,
  code: 'SECRET_MISSING',
  message,
  effect: 'none',
});
