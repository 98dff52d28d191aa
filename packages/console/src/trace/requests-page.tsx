import './requests-page.css';
import { Button, Loader, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agentsQuery, tracesQuery } from '../api/queries.ts';
import { useConversation } from '../chat/conversation-scope.tsx';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { go } from '../route/route.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { PageHeader } from '../shell/page-header.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { TryChips } from '../shell/try-chips.tsx';
import { SINCE, type Since, searchTraces, sinceInstant } from './filter.ts';
import { RequestTable } from './request-table.tsx';
import { TraceDrawer } from './trace-drawer.tsx';

const NO_FILTER = { words: '', user: '', session: '', since: 'all' as Since };

/** All requests, to be found by user, session, time or words; one opens to its trace. */
export default function RequestsPage({ requestId }: { readonly requestId: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { agent, say } = useConversation();
  const [filter, setFilter] = useState(NO_FILTER);
  const [asked] = useDebouncedValue(filter, 250);
  const list = useQuery(
    tracesQuery({
      user: asked.user.trim(),
      session: asked.session.trim(),
      since: sinceInstant(asked.since, Date.now()),
    }),
  );
  const agents = useQuery(agentsQuery);
  const titleOf = (name: string): string =>
    agents.data?.find((one) => one.name === name)?.title[locale] ?? name;
  const shown = searchTraces(list.data?.traces ?? [], filter.words);
  const isFiltered = Object.entries(NO_FILTER).some(([name, none]) => filter[name as 'words'] !== none);
  const change = (part: Partial<typeof NO_FILTER>): void => setFilter((before) => ({ ...before, ...part }));
  return (
    <div className="requests-page">
      <PageHeader title={t('requests.title')} hint={t('requests.hint')} />
      <search className="requests-filters">
        <TextInput
          className="requests-words"
          leftSection={<Icon name="search" size={15} />}
          placeholder={t('requests.search')}
          aria-label={t('requests.search')}
          value={filter.words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
        <TextInput
          placeholder={t('requests.user')}
          aria-label={t('requests.user')}
          value={filter.user}
          onChange={(event) => change({ user: event.currentTarget.value })}
        />
        <TextInput
          placeholder={t('requests.session')}
          aria-label={t('requests.session')}
          value={filter.session}
          onChange={(event) => change({ session: event.currentTarget.value })}
        />
        <Select
          aria-label={t('requests.since')}
          data={(Object.keys(SINCE) as Since[]).map((since) => ({
            value: since,
            label: t(`requests.since_${since}`),
          }))}
          value={filter.since}
          allowDeselect={false}
          onChange={(since) => change({ since: since as Since })}
        />
        {list.isSuccess && <span className="quiet">{t('requests.count', { count: shown.length })}</span>}
      </search>
      <div className="requests-list">
        {list.isError && <ProblemNotice error={list.error} onAgain={() => void list.refetch()} />}
        {list.isPending && <Loader type="dots" color="gray" className="shell-loader" />}
        {shown.length > 0 && <RequestTable traces={shown} titleOf={titleOf} />}
        {list.isSuccess && shown.length === 0 && !isFiltered && (
          <EmptyState icon="trace" title={t('requests.empty')} hint={t('requests.emptyHint')}>
            <TryChips tries={agent.tries} onTry={say} />
          </EmptyState>
        )}
        {list.isSuccess && shown.length === 0 && isFiltered && (
          <EmptyState icon="search" title={t('requests.nothing')} hint={t('requests.nothingHint')}>
            <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
              {t('requests.clear')}
            </Button>
          </EmptyState>
        )}
      </div>
      <TraceDrawer requestId={requestId} onClose={() => go({ page: 'requests', requestId: null })} />
    </div>
  );
}
