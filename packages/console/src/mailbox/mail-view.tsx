import './mail-view.css';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailQuery } from '../api/queries.ts';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { formatRoute } from '../route/route.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { formatMoment } from '../time/instant.ts';
import { Attachment } from './attachment.tsx';

export function MailView({ mailId }: { readonly mailId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: mail, isError, error, refetch } = useQuery(mailQuery(mailId));
  if (mail === undefined) {
    return isError ? (
      <ProblemNotice error={error} onAgain={() => void refetch()} />
    ) : (
      <Loader type="dots" color="gray" className="shell-loader" />
    );
  }
  return (
    <article className="mail-view" data-testid="mail">
      <a className="mail-view-back" href={formatRoute({ page: 'mailbox', mailId: null })}>
        <Icon name="chevron" size={15} />
        {t('mailbox.back')}
      </a>
      <h2>{mail.subject || t('mailbox.noSubject')}</h2>
      <dl>
        <dt>{t('mailbox.from')}</dt>
        <dd>{mail.from}</dd>
        <dt>{t('mailbox.to')}</dt>
        <dd>{mail.to}</dd>
        <dd className="mail-view-time">
          <time>{formatMoment(Date.parse(mail.at), locale)}</time>
        </dd>
      </dl>
      <p className="mail-view-text">{mail.text}</p>
      {mail.attachments.length > 0 && (
        <section aria-label={t('mailbox.attachments', { count: mail.attachments.length })}>
          <h3>{t('mailbox.attachments', { count: mail.attachments.length })}</h3>
          {mail.attachments.map((attachment, index) => (
            <Attachment key={attachment.name} mailId={mailId} index={index} attachment={attachment} />
          ))}
        </section>
      )}
    </article>
  );
}
