import './state-steps.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { useNames } from '../locale/locale.ts';
import { PATH, placeOf } from './state-path.ts';

/** The machine's path as small steps, the present one marked. */
export function StateSteps({ state }: { readonly state: string }) {
  const { t } = useTranslation();
  const nameOf = useNames();
  const { step, asking } = placeOf(state);
  const present = PATH.indexOf(step);
  return (
    <ol className="state-steps" data-testid="state" data-state={state}>
      {PATH.map((name, index) => (
        <li
          key={name}
          data-place={index < present ? 'past' : index === present ? 'present' : 'ahead'}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className="state-steps-mark">{index < present && <Icon name="check" size={11} />}</span>
          <span>
            {t(`state.${name}`)}
            {index === present && asking !== null && (
              <small>{t(`state.${asking.how}`, { slot: nameOf('slot', asking.slot) })}</small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
