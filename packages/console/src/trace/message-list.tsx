import './message-list.css';
import { useTranslation } from 'react-i18next';
import type { Trace } from '../api/wire.ts';
import { useLocale } from '../locale/locale.ts';
import { formatPreciseClock } from '../time/instant.ts';
import { messageLine } from './message.ts';

/** The protocol's messages in the order they were written, each opening to its fields. */
export function MessageList({ messages }: { readonly messages: Trace['messages'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (messages.length === 0) return <p className="quiet">{t('trace.noMessages')}</p>;
  return (
    <ol className="message-list">
      {messages.map((message, index) => {
        const line = messageLine(message);
        const { at: _, type: __, ...fields } = message;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever appended
          <li key={index}>
            <details data-testid="message" data-type={line.type}>
              <summary>
                <time>{formatPreciseClock(line.atMs, locale)}</time>
                <span className="message-list-type" data-tone={line.tone}>
                  {line.type}
                </span>
                <span className="message-list-tool">{line.tool}</span>
                {line.note !== '' && <code className="message-list-note">{line.note}</code>}
                <span className="message-list-step">{line.step}</span>
              </summary>
              <pre>{JSON.stringify(fields, null, 2)}</pre>
            </details>
          </li>
        );
      })}
    </ol>
  );
}
