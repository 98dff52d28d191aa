import './attention-page.css';
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attentionQuery } from '../api/queries.ts';
import { Icon } from '../icon/icon.tsx';
import { useLocale, useNames } from '../locale/locale.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { PageHeader } from '../shell/page-header.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { formatRecent } from '../time/instant.ts';
import { StatusBadge } from '../trace/status-badge.tsx';
import { TraceDrawer } from '../trace/trace-drawer.tsx';
import { SettleForm } from './settle-form.tsx';

/** Requests that wait for a person, each with its reason. */
export default function AttentionPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = useNames();
  const attention = useQuery(attentionQuery);
  const [trace, setTrace] = useState<string | null>(null);
  const [settling, setSettling] = useState<string | null>(null);
  const items = attention.data?.items ?? [];
  return (
    <div className="attention-page">
      <PageHeader title={t('attention.title')} hint={t('attention.hint')} />
      {attention.isError && (
        <ProblemNotice error={attention.error} onAgain={() => void attention.refetch()} />
      )}
      {attention.isPending && <Loader type="dots" color="gray" className="shell-loader" />}
      {attention.isSuccess && items.length === 0 && (
        <EmptyState icon="shield" title={t('attention.empty')} hint={t('attention.emptyHint')} />
      )}
      <ul className="attention-list">
        {items.map((item) => (
          <li key={item.idempotency_key} data-testid="attention-item">
            <span className="attention-icon">
              <Icon name="alert" />
            </span>
            <div className="attention-words">
              <p>{nameOf('matter', item.reason.toLowerCase())}</p>
              <small>
                <StatusBadge status="needs_attention" />
                <code>{item.tool}</code>
                <code>{item.step}</code>
                <code>{item.request_id.slice(0, 8)}</code>
                <time>{formatRecent(Date.parse(item.at), Date.now(), locale)}</time>
              </small>
            </div>
            <Button variant="default" size="compact-sm" onClick={() => setTrace(item.request_id)}>
              {t('attention.trace')}
            </Button>
            {settling === item.idempotency_key ? (
              <SettleForm item={item} onClose={() => setSettling(null)} />
            ) : (
              <Button
                size="compact-sm"
                onClick={() => setSettling(item.idempotency_key)}
                data-testid="settle"
              >
                {t('attention.settle')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <TraceDrawer requestId={trace} onClose={() => setTrace(null)} />
    </div>
  );
}
