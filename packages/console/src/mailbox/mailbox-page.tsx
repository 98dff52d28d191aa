import './mailbox-page.css';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailboxQuery } from '../api/queries.ts';
import { useConversation } from '../chat/conversation-scope.tsx';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { formatRoute } from '../route/route.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { PageHeader } from '../shell/page-header.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { TryChips } from '../shell/try-chips.tsx';
import { formatRecent } from '../time/instant.ts';
import { MailView } from './mail-view.tsx';

/** The demo mailbox: what the agents really sent, newest first. */
export default function MailboxPage({ mailId }: { readonly mailId: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { agent, say } = useConversation();
  const mailbox = useQuery(mailboxQuery);
  const mails = mailbox.data?.messages ?? [];
  return (
    <div className="mailbox-page" data-reading={mailId !== null}>
      <PageHeader title={t('mailbox.title')} hint={t('mailbox.hint')} />
      {mailbox.isError && <ProblemNotice error={mailbox.error} onAgain={() => void mailbox.refetch()} />}
      {mailbox.isPending && <Loader type="dots" color="gray" className="shell-loader" />}
      {mailbox.isSuccess && mails.length === 0 && (
        <EmptyState icon="inbox" title={t('mailbox.empty')} hint={t('mailbox.emptyHint')}>
          <TryChips tries={agent.tries} onTry={say} />
        </EmptyState>
      )}
      {mails.length > 0 && (
        <div className="mailbox-panes">
          <ul className="mailbox-list">
            {mails.map((mail) => (
              <li key={mail.id}>
                <a
                  href={formatRoute({ page: 'mailbox', mailId: mail.id })}
                  aria-current={mail.id === mailId ? 'true' : undefined}
                  data-testid="mail-item"
                >
                  <span className="mailbox-line">
                    <strong>{mail.to}</strong>
                    <time>{formatRecent(Date.parse(mail.at), Date.now(), locale)}</time>
                  </span>
                  <span className="mailbox-line">
                    <span className="mailbox-subject">{mail.subject || t('mailbox.noSubject')}</span>
                    {mail.attachments > 0 && (
                      <span title={t('mailbox.attachments', { count: mail.attachments })}>
                        <Icon name="paperclip" size={14} />
                      </span>
                    )}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <div className="mailbox-message">
            {mailId === null ? (
              <EmptyState icon="inbox" title={t('mailbox.choose')} />
            ) : (
              <MailView key={mailId} mailId={mailId} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
