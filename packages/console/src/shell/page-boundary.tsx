import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Translation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

/** Catches what breaks while drawing, so that a fault of this page is words and a way out, not a blank. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Translation>
        {(t) => (
          <EmptyState icon="alert" title={t('problem.title')} hint={t('problem.page')}>
            <Button onClick={() => window.location.reload()}>{t('problem.reload')}</Button>
          </EmptyState>
        )}
      </Translation>
    );
  }
}
