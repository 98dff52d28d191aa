import './shell.css';
import { Loader } from '@mantine/core';
import { useDocumentTitle, useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agentsQuery } from '../api/queries.ts';
import { leaveSession } from '../api/session.ts';
import { ChatPage } from '../chat/chat-page.tsx';
import { ConversationScope, useUnread } from '../chat/conversation-scope.tsx';
import { go, useRoute } from '../route/route.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { EmptyState } from './empty-state.tsx';
import { Navigation } from './navigation.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const MailboxPage = lazy(() => import('../mailbox/mailbox-page.tsx'));
const RequestsPage = lazy(() => import('../trace/requests-page.tsx'));
const AttentionPage = lazy(() => import('../attention/attention-page.tsx'));

const AGENT_KEY = 'hermes.agent';

/** The frame of every page: navigation, banner, and the one conversation that goes on behind all pages. */
export function Shell() {
  const { t } = useTranslation();
  const route = useRoute();
  const visibility = useDocumentVisibility();
  const agents = useQuery(agentsQuery);
  const [remembered, setRemembered] = useState(() => localStorage.getItem(AGENT_KEY));
  const [generation, setGeneration] = useState(0);
  const firstWords = useRef<string | null>(null);

  const wanted = route.page === 'chat' && route.agent !== null ? route.agent : remembered;
  const agent = agents.data?.find(({ name }) => name === wanted) ?? agents.data?.[0] ?? null;
  if (agent !== null && agent.name !== remembered) {
    localStorage.setItem(AGENT_KEY, agent.name);
    setRemembered(agent.name);
  }

  if (agent === null) {
    return (
      <main className="shell-alone">
        <ConnectionBanner />
        {agents.isError && <ProblemNotice error={agents.error} onAgain={() => void agents.refetch()} />}
        {agents.isPending && <Loader type="dots" color="gray" />}
        {agents.isSuccess && <EmptyState icon="chat" title={t('chat.noAgents')} />}
      </main>
    );
  }

  const begin = (say: string | null): void => {
    leaveSession(agent.name);
    firstWords.current = say;
    setGeneration((count) => count + 1);
  };
  return (
    <ConversationScope
      key={`${agent.name} ${generation}`}
      agent={agent}
      generation={generation}
      takeFirstWords={() => {
        const words = firstWords.current;
        firstWords.current = null;
        return words;
      }}
      onLost={begin}
      isVisible={route.page === 'chat' && visibility === 'visible'}
    >
      <div className="shell">
        <button
          type="button"
          className="shell-skip"
          onClick={() => document.getElementById('content')?.focus()}
        >
          {t('navigation.skip')}
        </button>
        <NavigationWithUnread
          agents={agents.data ?? []}
          agent={agent.name}
          onAgent={(name) => go({ page: 'chat', agent: name })}
          page={route.page}
        />
        <main id="content" className="shell-content" tabIndex={-1}>
          <ConnectionBanner />
          <Suspense fallback={<Loader className="shell-loader" type="dots" color="gray" />}>
            {route.page === 'chat' && <ChatPage agent={agent} onFresh={() => begin(null)} />}
            {route.page === 'mailbox' && <MailboxPage mailId={route.mailId} />}
            {route.page === 'requests' && <RequestsPage requestId={route.requestId} />}
            {route.page === 'attention' && <AttentionPage />}
          </Suspense>
        </main>
      </div>
    </ConversationScope>
  );
}

function NavigationWithUnread(props: Omit<Parameters<typeof Navigation>[0], 'unread'>) {
  const unread = useUnread();
  useDocumentTitle(unread > 0 ? `(${unread}) Hermes` : 'Hermes');
  return <Navigation {...props} unread={unread} />;
}
