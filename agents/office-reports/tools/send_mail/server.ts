/** A mail server as its address says it: `smtp://user:password@host:587?from=sender@example.com`. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`). */
  readonly secure: boolean;
  /** Off the own machine nothing is said before STARTTLS. */
  readonly requireTls: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** The sender: `?from=`, or the log-in when that is an address. */
  readonly from: string;
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Reads a server's address; null when it is no mail server's, or nobody is named as sender. */
export function readServer(address: string): MailServer | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  if (!secure && url.protocol !== 'smtp:') return null;
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? user;
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from)) return null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: !secure && !LOOPBACK.has(url.hostname),
    login: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
    from,
  };
}
