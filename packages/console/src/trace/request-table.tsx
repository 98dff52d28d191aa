import './request-table.css';
import { useTranslation } from 'react-i18next';
import type { TraceSummary } from '../api/wire.ts';
import { useLocale, useNames } from '../locale/locale.ts';
import { formatRoute, go } from '../route/route.ts';
import { formatDuration } from '../time/duration.ts';
import { formatRecent } from '../time/instant.ts';
import { notableCode } from './status.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly traces: readonly TraceSummary[];
  /** What an agent is called, by its name. */
  readonly titleOf: (agent: string) => string;
}

export function RequestTable({ traces, titleOf }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = useNames();
  return (
    <table className="request-table">
      <thead>
        <tr>
          <th>{t('requests.column_status')}</th>
          <th>{t('requests.column_request')}</th>
          <th>{t('requests.column_code')}</th>
          <th>{t('requests.column_agent')}</th>
          <th className="request-table-number">{t('requests.column_duration')}</th>
          <th className="request-table-number">{t('requests.column_started')}</th>
        </tr>
      </thead>
      <tbody>
        {traces.map((trace) => {
          const startedMs = Date.parse(trace.started_at);
          const route = { page: 'requests', requestId: trace.request_id } as const;
          return (
            // The link inside serves the keyboard; the whole row serves the pointer.
            <tr
              key={trace.request_id}
              data-testid="trace-row"
              data-request={trace.request_id}
              onClick={() => go(route)}
            >
              <td>
                <StatusBadge status={trace.status} />
              </td>
              <td className="request-table-request">
                <a href={formatRoute(route)}>{nameOf('intent', trace.intent)}</a>
                <code>{trace.request_id.slice(0, 8)}</code>
              </td>
              <td>
                <code>{notableCode(trace.code)}</code>
              </td>
              <td>{titleOf(trace.agent)}</td>
              <td className="request-table-number">
                {trace.ended_at === null ? '–' : formatDuration(Date.parse(trace.ended_at) - startedMs)}
              </td>
              <td className="request-table-number">{formatRecent(startedMs, Date.now(), locale)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
