import './trace-view.css';
import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { traceQuery } from '../api/queries.ts';
import { Icon } from '../icon/icon.tsx';
import { useLocale, useNames } from '../locale/locale.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { formatDuration } from '../time/duration.ts';
import { formatMoment } from '../time/instant.ts';
import { CancelButton } from './cancel-button.tsx';
import { layoutTrace } from './layout.ts';
import { MessageList } from './message-list.tsx';
import { isRunning, notableCode } from './status.ts';
import { StatusBadge } from './status-badge.tsx';
import { Waterfall } from './waterfall.tsx';

/** Everything about one request: who, when, how long, with what end; its waterfall; its messages. */
export function TraceView({ requestId }: { readonly requestId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = useNames();
  const { data: trace, error, isError, refetch } = useQuery(traceQuery(requestId));
  const layout = useMemo(() => layoutTrace(trace?.spans ?? []), [trace?.spans]);
  if (trace === undefined) {
    return isError ? (
      <ProblemNotice error={error} onAgain={() => void refetch()} />
    ) : (
      <Loader type="dots" color="gray" />
    );
  }
  return (
    <article className="trace-view">
      <div className="trace-view-head">
        <strong>{nameOf('intent', trace.intent)}</strong>
        <StatusBadge status={trace.status} />
        <code className="trace-view-code">{notableCode(trace.code)}</code>
        {isRunning(trace.status) && <CancelButton requestId={requestId} />}
      </div>
      <dl className="trace-view-facts">
        <Fact name={t('trace.request')}>
          <code>{requestId}</code>
          <CopyId text={requestId} />
        </Fact>
        {layout.startMs > 0 && (
          <>
            <Fact name={t('trace.started')}>{formatMoment(layout.startMs, locale)}</Fact>
            <Fact name={t('trace.duration')}>{formatDuration(layout.durationMs)}</Fact>
          </>
        )}
        <Fact name={t('trace.agent')}>{trace.agent}</Fact>
        <Fact name={t('trace.session')}>
          <code>{trace.session_id}</code>
        </Fact>
      </dl>
      <section aria-label={t('trace.waterfall')}>
        <h2>
          {t('trace.waterfall')} <span>{t('trace.spans', { count: layout.rows.length })}</span>
        </h2>
        <Waterfall layout={layout} />
      </section>
      <section aria-label={t('trace.messages')}>
        <h2>
          {t('trace.messages')} <span>{trace.messages.length}</span>
        </h2>
        <MessageList messages={trace.messages} />
      </section>
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CopyId({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const label = t(clipboard.copied ? 'request.copied' : 'request.copyId');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={label}
        onClick={() => clipboard.copy(text)}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
