import './intent-reading.css';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../api/wire.ts';
import { useNames } from '../locale/locale.ts';

/** A guess is never shown as nothing, nor as certain when it is not. */
function percent(confidence: number): string {
  if (confidence > 0 && confidence < 0.01) return '<1%';
  if (confidence < 1 && confidence > 0.99) return '>99%';
  return `${Math.round(confidence * 100)}%`;
}

/** The intent with how sure the classifier is, and the near ones it ruled out. */
export function IntentReading({ reading }: { readonly reading: Reading }) {
  const { t } = useTranslation();
  const nameOf = useNames();
  const { intent, confidence, excluded } = reading;
  if (intent === null && excluded.length === 0) return <p className="quiet">{t('panel.noIntentHint')}</p>;
  return (
    <div className="intent-reading">
      <div className="intent-reading-main" data-testid="intent" data-intent={intent}>
        <strong>{intent === null ? t('panel.noIntent') : nameOf('intent', intent)}</strong>
        {intent !== null && (
          <span className="intent-reading-percent" title={t('panel.confidence')}>
            {percent(confidence)}
          </span>
        )}
      </div>
      {intent !== null && (
        <meter
          className="intent-reading-meter"
          min={0}
          max={1}
          value={confidence}
          aria-label={t('panel.confidence')}
        />
      )}
      {excluded.length > 0 && (
        <ul aria-label={t('panel.excluded')}>
          {excluded.map((guess) => (
            <li key={guess.intent} data-testid="excluded">
              <span className="intent-reading-tag">{t('panel.excluded')}</span>
              <span>{nameOf('intent', guess.intent)}</span>
              <span className="intent-reading-percent">{percent(guess.confidence)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
