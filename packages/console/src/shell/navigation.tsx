import './navigation.css';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { attentionQuery } from '../api/queries.ts';
import type { Agent } from '../api/wire.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { formatRoute, type Route } from '../route/route.ts';
import { Preferences } from './preferences.tsx';

interface Props {
  readonly agents: readonly Agent[];
  readonly agent: string | null;
  readonly onAgent: (name: string) => void;
  readonly page: Route['page'];
  readonly unread: number;
}

export function Navigation({ agents, agent, onAgent, page, unread }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const attention = useQuery(attentionQuery);
  const pages: readonly { route: Route; icon: IconName; count: number; tone: 'plain' | 'warn' }[] = [
    { route: { page: 'chat', agent }, icon: 'chat', count: unread, tone: 'plain' },
    { route: { page: 'mailbox', mailId: null }, icon: 'inbox', count: 0, tone: 'plain' },
    { route: { page: 'requests', requestId: null }, icon: 'trace', count: 0, tone: 'plain' },
    { route: { page: 'attention' }, icon: 'alert', count: attention.data?.items.length ?? 0, tone: 'warn' },
  ];
  return (
    <div className="navigation">
      <div className="navigation-brand">
        <img src="mark.svg" alt="" width={26} height={26} />
        <span>Hermes</span>
      </div>
      <Select
        className="navigation-agent"
        aria-label={t('navigation.agent')}
        data-testid="agent"
        data={agents.map(({ name, title }) => ({ value: name, label: title[locale] }))}
        value={agent}
        onChange={(value) => value !== null && onAgent(value)}
        allowDeselect={false}
        comboboxProps={{ shadow: 'md' }}
      />
      <nav aria-label={t('navigation.label')}>
        {pages.map(({ route, icon, count, tone }) => (
          <a
            key={route.page}
            href={formatRoute(route)}
            data-testid={`nav-${route.page}`}
            aria-current={route.page === page ? 'page' : undefined}
          >
            <Icon name={icon} />
            <span>{t(`navigation.${route.page}`)}</span>
            {count > 0 && (
              <b className="navigation-count" data-tone={tone}>
                {count}
              </b>
            )}
          </a>
        ))}
      </nav>
      <Preferences />
    </div>
  );
}
