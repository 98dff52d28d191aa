import './composer.css';
import { ActionIcon, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';

const LONGEST = 4_000;

interface Props {
  readonly onSend: (text: string) => void;
  readonly isReady: boolean;
}

export function Composer({ onSend, isReady }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const canSend = isReady && text.trim() !== '';
  const send = (): void => {
    if (!canSend) return;
    onSend(text.trim());
    setText('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that only takes an input method's candidate is not a sent message.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="composer-box">
        <Textarea
          ref={input}
          className="composer-input"
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          placeholder={t('chat.placeholder')}
          aria-label={t('chat.input')}
          data-testid="chat-input"
        />
        <ActionIcon
          type="submit"
          size={34}
          radius={10}
          disabled={!canSend}
          aria-label={t('chat.send')}
          data-testid="chat-send"
        >
          <Icon name="send" />
        </ActionIcon>
      </div>
      <small>{t('chat.keys')}</small>
    </form>
  );
}
