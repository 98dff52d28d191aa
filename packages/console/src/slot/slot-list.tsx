import './slot-list.css';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../api/wire.ts';
import { useLocale, useNames } from '../locale/locale.ts';
import { type SlotView, slotView } from './format-slot.ts';

/** The filled slots of the task at hand. */
export function SlotList({ slots }: { readonly slots: Reading['slots'] }) {
  const { t } = useTranslation();
  const nameOf = useNames();
  const locale = useLocale();
  const filled = Object.entries(slots)
    .map(([name, value]) => ({ name, view: slotView(value, locale) }))
    .filter((slot): slot is { name: string; view: SlotView } => slot.view !== null);
  if (filled.length === 0) return <p className="quiet">{t('panel.noSlotsHint')}</p>;
  return (
    <dl className="slot-list">
      {filled.map(({ name, view }) => (
        <div key={name} data-testid={`slot-${name}`}>
          <dt>{nameOf('slot', name)}</dt>
          <dd>
            <SlotValue view={view} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SlotValue({ view }: { readonly view: SlotView }) {
  const { t } = useTranslation();
  const nameOf = useNames();
  switch (view.kind) {
    case 'range':
      return (
        <>
          <span className="slot-list-main">
            {view.text}
            {view.label !== null && <span className="slot-list-tag">{view.label}</span>}
          </span>
          <small>
            {t('panel.days', { count: view.days })}
            {view.phrase !== null && <> · {t('panel.said', { phrase: view.phrase })}</>}
          </small>
        </>
      );
    case 'person':
      return (
        <span className="slot-list-person">
          <span className="slot-list-avatar" aria-hidden="true">
            {[...view.name][0]}
          </span>
          <span>
            <span className="slot-list-main">
              {view.name}
              {view.title !== null && <span className="slot-list-tag">{view.title}</span>}
            </span>
            <small>{view.address}</small>
          </span>
        </span>
      );
    case 'code':
      return <code className="slot-list-main">{view.text}</code>;
    case 'text':
      return <span className="slot-list-main">{nameOf('value', view.text)}</span>;
  }
}
