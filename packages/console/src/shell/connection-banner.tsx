import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { healthQuery } from '../api/queries.ts';
import { Icon } from '../icon/icon.tsx';

/** Says when the server or the network is away, and goes by itself. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const health = useQuery(healthQuery);
  const lost = health.isError || health.failureCount > 0;
  return (
    <div aria-live="assertive">
      {(!online || lost) && (
        <p className="connection-banner" data-testid="connection-banner">
          <Icon name="unplugged" size={16} />
          {t(online ? 'connection.lost' : 'connection.offline')}
        </p>
      )}
    </div>
  );
}
