import { useSyncExternalStore } from 'react';

/** Where the page is. Kept in the fragment, so that any static host serves it. */
export type Route =
  | { readonly page: 'chat'; readonly agent: string | null }
  | { readonly page: 'mailbox'; readonly mailId: string | null }
  | { readonly page: 'requests'; readonly requestId: string | null }
  | { readonly page: 'attention' };

export function parseRoute(fragment: string): Route {
  const [page, id] = fragment
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  const detail = id === undefined || id === '' ? null : id;
  if (page === 'mailbox') return { page, mailId: detail };
  if (page === 'requests') return { page, requestId: detail };
  if (page === 'attention') return { page };
  return { page: 'chat', agent: page === 'chat' ? detail : null };
}

export function formatRoute(route: Route): string {
  const detail =
    route.page === 'chat'
      ? route.agent
      : route.page === 'mailbox'
        ? route.mailId
        : route.page === 'requests'
          ? route.requestId
          : null;
  return `#/${route.page}${detail === null ? '' : `/${encodeURIComponent(detail)}`}`;
}

export function go(route: Route): void {
  window.location.hash = formatRoute(route);
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => window.location.hash));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** A hand-typed address may hold a lone percent sign. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
