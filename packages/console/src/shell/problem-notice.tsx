import './problem-notice.css';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem, wordsOf } from '../api/problem.ts';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';

/** What failed, in the reader's words, with a way to try again. */
export function ProblemNotice({
  error,
  onAgain,
}: {
  readonly error: unknown;
  readonly onAgain?: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className="problem-notice" role="alert">
      <Icon name="alert" />
      <div>
        <p>{wordsOf(error, locale)}</p>
        {error instanceof ApiProblem && <small>{t('problem.code', { code: error.code })}</small>}
      </div>
      {onAgain !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onAgain}>
          {t('problem.again')}
        </Button>
      )}
    </div>
  );
}
