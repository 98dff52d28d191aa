import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../api/problem.ts';
import { traceQuery } from '../api/queries.ts';
import { cancelRequest } from '../api/session.ts';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';

/** Asks the bus to stop a running request; says so when it no longer can. */
export function CancelButton({ requestId }: { readonly requestId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRequest(requestId),
    onSettled: () => queries.invalidateQueries({ queryKey: traceQuery(requestId).queryKey }),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="stop" size={13} />}
        loading={cancel.isPending}
        disabled={cancel.isSuccess}
        data-testid="cancel"
        onClick={() => cancel.mutate()}
      >
        {t(cancel.isSuccess ? 'request.cancelAsked' : 'request.cancel')}
      </Button>
      {cancel.isError && (
        <small role="alert" className="quiet">
          {wordsOf(cancel.error, locale)}
        </small>
      )}
    </>
  );
}
