import './trace-drawer.css';
import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TraceView } from './trace-view.tsx';

interface Props {
  /** Null: closed. */
  readonly requestId: string | null;
  readonly onClose: () => void;
}

/** The trace of one request, over the page it was opened from. */
export function TraceDrawer({ requestId, onClose }: Props) {
  const { t } = useTranslation();
  // Keeps what it showed while it slides away.
  const [shown, setShown] = useState(requestId);
  useEffect(() => {
    if (requestId !== null) setShown(requestId);
  }, [requestId]);
  return (
    <Drawer
      opened={requestId !== null}
      onClose={onClose}
      position="right"
      size="min(860px, 100%)"
      title={t('trace.title')}
      lockScroll={false}
      className="trace-drawer"
      data-testid="trace"
      closeButtonProps={{ 'aria-label': t('request.close') }}
    >
      {shown !== null && <TraceView key={shown} requestId={shown} />}
    </Drawer>
  );
}
