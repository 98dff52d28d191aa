import './empty-state.css';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}

/** A page or a pane with nothing in it yet: what will be here, and how to get there. */
export function EmptyState({ icon, title, hint, children }: Props) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon name={icon} size={22} />
      </span>
      <h2>{title}</h2>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  );
}
