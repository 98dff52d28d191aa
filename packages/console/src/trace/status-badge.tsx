import './status-badge.css';
import { useNames } from '../locale/locale.ts';
import { toneOf } from './status.ts';

export function StatusBadge({ status }: { readonly status: string }) {
  const nameOf = useNames();
  return (
    <span className="status-badge" data-tone={toneOf(status)} data-testid="status" data-status={status}>
      <i aria-hidden="true" />
      {nameOf('status', status)}
    </span>
  );
}
