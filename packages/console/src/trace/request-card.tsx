import './request-card.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { traceQuery } from '../api/queries.ts';
import { useLocale } from '../locale/locale.ts';
import { formatDuration } from '../time/duration.ts';
import { formatClock } from '../time/instant.ts';
import { CancelButton } from './cancel-button.tsx';
import { spanColour } from './layer.ts';
import { layoutTrace } from './layout.ts';
import { isRunning, notableCode } from './status.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly requestId: string;
  readonly onOpen: (requestId: string) => void;
}

/** A request in small: its status, how long it took, and its waterfall as a thumbnail. */
export function RequestCard({ requestId, onOpen }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: trace } = useQuery(traceQuery(requestId));
  const layout = layoutTrace(trace?.spans ?? []);
  return (
    <div className="request-card" data-testid="trace-row" data-request={requestId}>
      <button
        type="button"
        className="request-card-open"
        aria-label={t('request.open', { id: requestId })}
        onClick={() => onOpen(requestId)}
      >
        <span className="request-card-head">
          {trace === undefined ? <Skeleton width={64} height={20} /> : <StatusBadge status={trace.status} />}
          <code>{notableCode(trace?.code ?? null)}</code>
          <span className="request-card-time">
            {layout.durationMs > 0 && formatDuration(layout.durationMs)}
          </span>
        </span>
        <svg
          className="request-card-picture"
          viewBox="0 0 100 24"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {layout.rows.map((row, index) => (
            <rect
              key={row.span.span_id}
              x={row.offset * 100}
              y={(index * 24) / layout.rows.length}
              width={Math.max(row.width * 100, 0.8)}
              height={Math.max(18 / layout.rows.length, 1)}
              style={{ fill: spanColour(row.span) }}
            />
          ))}
        </svg>
        <span className="request-card-foot">
          <code>{requestId.slice(0, 8)}</code>
          {layout.startMs > 0 && <time>{formatClock(layout.startMs, locale)}</time>}
        </span>
      </button>
      {trace !== undefined && isRunning(trace.status) && <CancelButton requestId={requestId} />}
    </div>
  );
}
