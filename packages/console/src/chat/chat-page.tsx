import './chat-page.css';
import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../api/wire.ts';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { PageHeader } from '../shell/page-header.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { TraceDrawer } from '../trace/trace-drawer.tsx';
import { Composer } from './composer.tsx';
import { useConversation } from './conversation-scope.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import { Thread } from './thread.tsx';

/** The conversation, with what was understood of it beside it (below 1100 px: in a drawer). */
export function ChatPage({ agent, onFresh }: { readonly agent: Agent; readonly onFresh: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { conversation, problem, reopen, say, opening } = useConversation();
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const [showsPanel, setShowsPanel] = useState(false);
  const [trace, setTrace] = useState<string | null>(null);
  const panel = <ReadingPanel conversation={conversation} onTrace={setTrace} />;
  return (
    <div className="chat-page">
      <section className="chat-column" aria-label={t('chat.thread')}>
        <PageHeader title={agent.title[locale]} hint={agent.description[locale]}>
          <Button
            variant="default"
            size="compact-md"
            className="chat-action"
            leftSection={<Icon name="plus" size={15} />}
            onClick={onFresh}
            data-testid="chat-fresh"
            aria-label={t('chat.fresh')}
          >
            {t('chat.fresh')}
          </Button>
          {!isWide && (
            <Button
              variant="default"
              size="compact-md"
              className="chat-action"
              leftSection={<Icon name="panel" size={15} />}
              onClick={() => setShowsPanel(true)}
              data-testid="panel-open"
              aria-label={t('chat.details')}
            >
              {t('chat.details')}
            </Button>
          )}
        </PageHeader>
        {problem !== null && <ProblemNotice error={problem} onAgain={reopen} />}
        <Thread onTrace={setTrace} />
        <Composer onSend={say} isReady={!opening && problem === null} />
      </section>
      {isWide ? (
        <aside className="chat-panel" aria-label={t('panel.label')}>
          {panel}
        </aside>
      ) : (
        <Drawer
          opened={showsPanel}
          onClose={() => setShowsPanel(false)}
          position="right"
          size="min(380px, 100%)"
          title={t('panel.label')}
          lockScroll={false}
          closeButtonProps={{ 'aria-label': t('chat.hideDetails') }}
        >
          {panel}
        </Drawer>
      )}
      <TraceDrawer requestId={trace} onClose={() => setTrace(null)} />
    </div>
  );
}
