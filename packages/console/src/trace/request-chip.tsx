import './request-chip.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { traceQuery } from '../api/queries.ts';
import { Icon } from '../icon/icon.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Under a bubble: the request it is about, and the way to its trace. */
export function RequestChip({
  requestId,
  onOpen,
}: {
  readonly requestId: string;
  readonly onOpen: (requestId: string) => void;
}) {
  const { t } = useTranslation();
  const trace = useQuery(traceQuery(requestId));
  return (
    <button
      type="button"
      className="request-chip"
      data-testid="request-chip"
      aria-label={t('request.open', { id: requestId })}
      onClick={() => onOpen(requestId)}
    >
      {trace.data !== undefined && <StatusBadge status={trace.data.status} />}
      {t('trace.title')}
      <Icon name="chevron" size={12} />
    </button>
  );
}
