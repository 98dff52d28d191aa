import './try-chips.css';
import { Icon } from '../icon/icon.tsx';
import { useLocale } from '../locale/locale.ts';
import { chooseTries } from './choose-tries.ts';

/** The agent's sentences to try, in the page's language; a click says one. */
export function TryChips({
  tries,
  onTry,
}: {
  readonly tries: readonly string[];
  readonly onTry: (text: string) => void;
}) {
  const locale = useLocale();
  return (
    <ul className="try-chips">
      {chooseTries(tries, locale).map((text) => (
        <li key={text}>
          <button type="button" data-testid="try" onClick={() => onTry(text)}>
            <span>{text}</span>
            <Icon name="chevron" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
