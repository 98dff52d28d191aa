/** The bearer token of a server that asks for one. Kept for the tab only; loopback needs none. */
const KEY = 'hermes.token';

export function writeToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function credentialHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(KEY);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
