import {
  ActionIcon,
  SegmentedControl,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Locale } from '../api/wire.ts';
import { Icon } from '../icon/icon.tsx';
import { chooseLocale, useLocale } from '../locale/locale.ts';

/** Language and colour scheme. */
export function Preferences() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const schemeLabel = t(isDark ? 'navigation.toLight' : 'navigation.toDark');
  return (
    <div className="preferences">
      <SegmentedControl
        size="xs"
        aria-label={t('navigation.language')}
        data-testid="language"
        data={[
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ]}
        value={locale}
        onChange={(value) => void chooseLocale(value as Locale)}
      />
      <Tooltip label={schemeLabel} openDelay={400}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={schemeLabel}
          data-testid="scheme"
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          <Icon name={isDark ? 'sun' : 'moon'} size={17} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
