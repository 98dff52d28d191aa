import './try-chips.css';
import { Icon } from '../icon/icon.tsx';

/** The agent's sentences to try; a click says one. */
export function TryChips({
  tries,
  onTry,
}: {
  readonly tries: readonly string[];
  readonly onTry: (text: string) => void;
}) {
  return (
    <ul className="try-chips">
      {tries.map((text) => (
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
