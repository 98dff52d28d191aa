import './thread.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { TryChips } from '../shell/try-chips.tsx';
import { Bubble } from './bubble.tsx';
import { openOptions } from './conversation.ts';
import { useConversation } from './conversation-scope.tsx';

const NEAR_END_PX = 120;

/** The bubbles. Follows the newest one unless the reader has scrolled up. */
export function Thread({ onTrace }: { readonly onTrace: (requestId: string) => void }) {
  const { t } = useTranslation();
  const { agent, conversation, say, sayAgain } = useConversation();
  const { entries } = conversation;
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [hasNewBelow, setHasNewBelow] = useState(false);

  const toEnd = (): void => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setHasNewBelow(false);
  };
  const isTyping = entries.some((entry) => entry.delivery === 'sending');
  // biome-ignore lint/correctness/useExhaustiveDependencies: new bubbles are what moves the thread
  useEffect(() => {
    if (isAtEnd.current || entries.at(-1)?.from === 'user') toEnd();
    else setHasNewBelow(true);
  }, [entries.length, isTyping]);
  const onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (isAtEnd.current) setHasNewBelow(false);
  };

  const options = openOptions(conversation);
  const hasSpoken = entries.some((entry) => entry.from === 'user');
  return (
    <div className="thread-frame">
      <div className="thread" data-fresh={!hasSpoken} ref={scroller} onScroll={onScroll}>
        <div className="thread-entries" role="log" aria-live="polite" aria-label={t('chat.thread')}>
          {entries.map((entry, index) => (
            <Bubble
              key={entry.key}
              entry={entry}
              follows={entries[index - 1]?.from === entry.from}
              endsGroup={entries[index + 1]?.from !== entry.from}
              showsRequest={
                entry.requestId !== null &&
                entries.findLastIndex((other) => other.requestId === entry.requestId) === index
              }
              onTrace={onTrace}
              onAgain={() => sayAgain(entry)}
            />
          ))}
          {isTyping && (
            <div className="thread-typing" data-testid="typing">
              <span className="visually-hidden">{t('chat.typing')}</span>
              <i />
              <i />
              <i />
            </div>
          )}
        </div>
        {options.length > 0 && (
          <fieldset className="thread-options">
            <legend className="visually-hidden">{t('chat.options')}</legend>
            {options.map((option) => (
              <button key={option} type="button" data-testid="option" onClick={() => say(option)}>
                {option}
              </button>
            ))}
          </fieldset>
        )}
        {!hasSpoken && (
          <div className="thread-tries">
            <h2>{t('chat.emptyTries')}</h2>
            <TryChips tries={agent.tries} onTry={say} />
          </div>
        )}
      </div>
      {hasNewBelow && (
        <button type="button" className="thread-jump" onClick={toEnd}>
          {t('chat.jump')}
          <Icon name="chevron" size={14} />
        </button>
      )}
    </div>
  );
}
