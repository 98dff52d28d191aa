import './page-header.css';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}

export function PageHeader({ title, hint, children }: Props) {
  return (
    <header className="page-header">
      <div className="page-header-words">
        <h1>{title}</h1>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {children}
    </header>
  );
}
