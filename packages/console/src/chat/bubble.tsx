import './bubble.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { formatClock } from '../time/instant.ts';
import { RequestChip } from '../trace/request-chip.tsx';
import type { Entry } from './conversation.ts';

interface Props {
  readonly entry: Entry;
  /** The one before is of the same side: they stand closer. */
  readonly follows: boolean;
  /** The last of its side before the other speaks: it bears the time. */
  readonly endsGroup: boolean;
  readonly showsRequest: boolean;
  readonly onTrace: (requestId: string) => void;
  readonly onAgain: () => void;
}

export function Bubble({ entry, follows, endsGroup, showsRequest, onTrace, onAgain }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAgent = entry.from === 'agent';
  return (
    <div
      className="bubble"
      data-from={entry.from}
      data-follows={follows}
      data-delivery={entry.delivery}
      data-testid={isAgent ? 'reply' : 'said'}
      data-pushed={entry.pushed}
    >
      {!isAgent && <span className="visually-hidden">{t('chat.you')}</span>}
      <p className="bubble-text">{entry.text}</p>
      <div className="bubble-foot">
        {entry.pushed && (
          <span className="bubble-pushed">
            <Icon name="clock" size={13} />
            {t('chat.pushed')}
          </span>
        )}
        {entry.delivery === 'sent' && endsGroup && <time>{formatClock(entry.atMs, locale)}</time>}
        {entry.delivery === 'sending' && <span>{t('chat.sending')}</span>}
        {entry.delivery === 'failed' && (
          <span className="bubble-failed" role="alert">
            {t('chat.notSent')} · {entry.problem?.words[locale]}{' '}
            <button type="button" data-testid="again" onClick={onAgain}>
              {t('chat.again')}
            </button>
          </span>
        )}
        {showsRequest && entry.requestId !== null && (
          <RequestChip requestId={entry.requestId} onOpen={onTrace} />
        )}
      </div>
    </div>
  );
}
