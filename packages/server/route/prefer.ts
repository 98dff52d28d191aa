/** The milliseconds of `Prefer: wait=SECONDS` (RFC 7240, section 4.3); 0 when it is not asked for. */
export function readWait(header: string | undefined): number {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(header ?? '')?.[1];
  return seconds === undefined ? 0 : Number(seconds) * 1_000;
}
