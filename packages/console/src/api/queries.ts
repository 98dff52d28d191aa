import { queryOptions } from '@tanstack/react-query';
import { isSettled } from '../trace/status.ts';
import { callJson, callServer } from './client.ts';
import type { Agent, AttentionItem, Mail, MailList, Trace, TraceSummary } from './wire.ts';

export interface TraceFilter {
  readonly user: string;
  readonly session: string;
  /** ISO time, or empty for everything. */
  readonly since: string;
}

const RUNNING_POLL_MS = 800;
const WAITING_POLL_MS = 3_000;
const LIST_POLL_MS = 4_000;

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => callJson<readonly Agent[]>('/agents', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the server answers at all; the banner hangs on it. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => callServer('/healthz', { signal }).then(() => true),
  refetchInterval: (query) => (query.state.status === 'error' ? 2_000 : 15_000),
  retry: false,
});

export const traceQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['trace', requestId],
    queryFn: ({ signal }) => callJson<Trace>(`/traces/${encodeURIComponent(requestId)}`, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.status === 'running') return RUNNING_POLL_MS;
      return isSettled(data.status) ? false : WAITING_POLL_MS;
    },
  });

export const tracesQuery = (filter: TraceFilter) =>
  queryOptions({
    queryKey: ['traces', filter],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ limit: '200' });
      if (filter.user !== '') search.set('user', filter.user);
      if (filter.session !== '') search.set('session', filter.session);
      if (filter.since !== '') search.set('since', filter.since);
      return callJson<{ traces: readonly TraceSummary[] }>(`/traces?${search}`, { signal });
    },
    refetchInterval: LIST_POLL_MS,
    placeholderData: (previous) => previous,
  });

export const mailboxQuery = queryOptions({
  queryKey: ['mailbox'],
  queryFn: ({ signal }) => callJson<MailList>('/mailbox', { signal }),
  refetchInterval: LIST_POLL_MS,
});

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => callJson<Mail>(`/mailbox/${encodeURIComponent(id)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const attachmentQuery = (mailId: string, index: number) =>
  queryOptions({
    queryKey: ['mailbox', mailId, 'attachment', index],
    queryFn: async ({ signal }) => {
      const path = `/mailbox/${encodeURIComponent(mailId)}/attachments/${index}`;
      return (await callServer(path, { signal })).blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }) => callJson<{ items: readonly AttentionItem[] }>('/attention', { signal }),
  refetchInterval: LIST_POLL_MS,
});
