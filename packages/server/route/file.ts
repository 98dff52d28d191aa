/** What a browser may show in the page's own origin without running anything in it. */
const SHOWN = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/plain',
]);

/** Headers for bytes that others wrote: shown where that is harmless, else saved; never a page of this origin. */
export function fileHeaders(mediaType: string, name: string): Record<string, string> {
  const bare = mediaType.split(';', 1)[0]!.trim().toLowerCase();
  const shown = SHOWN.has(bare);
  return {
    'content-type': shown ? bare : 'application/octet-stream',
    // RFC 8187: the name may be Chinese.
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  };
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
