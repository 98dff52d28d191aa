import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callJson } from '../api/client.ts';
import { attentionQuery } from '../api/queries.ts';
import type { AttentionItem } from '../api/wire.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';

interface Props {
  readonly item: AttentionItem;
  readonly onClose: () => void;
}

/** Asks what the person found out, and settles the matter with it. */
export function SettleForm({ item, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const settle = useMutation({
    mutationFn: (resolution: 'done' | 'not_done') =>
      callJson(`/attention/${encodeURIComponent(item.request_id)}/settle`, {
        method: 'POST',
        body: { step: item.step, resolution, ...(note === '' ? {} : { note }) },
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: attentionQuery.queryKey });
      onClose();
    },
  });
  return (
    <div className="attention-settle" data-testid="settle-form">
      <p>{t('attention.settleHint', { key: item.idempotency_key })}</p>
      <TextInput
        aria-label={t('attention.note')}
        placeholder={t('attention.note')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-testid="settle-note"
      />
      {settle.isError && <ProblemNotice error={settle.error} />}
      <div className="attention-choices">
        <Button
          size="compact-sm"
          loading={settle.isPending}
          onClick={() => settle.mutate('done')}
          data-testid="settle-done"
        >
          {t('attention.done')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={settle.isPending}
          onClick={() => settle.mutate('not_done')}
          data-testid="settle-not-done"
        >
          {t('attention.notDone')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClose}>
          {t('attention.cancel')}
        </Button>
      </div>
    </div>
  );
}
