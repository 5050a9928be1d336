import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApiMutation } from '../app/api.ts';
import { hrefTo } from '../app/location.ts';
import { ErrorView } from './error-view.tsx';
import styles from './panels.module.css';

export interface EmptyStateProps {
  /** What is not there. */
  readonly title: string;
  /** What to open, and what the screen will then show. */
  readonly children?: ReactNode;
  /** Offers opening files and the sample workspace. */
  readonly offerSources?: boolean;
  /** Offers the sample workspace alone. */
  readonly sample?: boolean;
  readonly actions?: ReactNode;
}

/** Nothing to show yet: what to open for it, and the sample workspace to look around in. */
export function EmptyState({
  title,
  children,
  offerSources = true,
  sample: offerSample = false,
  actions,
}: EmptyStateProps) {
  const { t } = useTranslation('common');
  const sample = useApiMutation('workspace.openSample', { invalidates: ['workspace'] });
  return (
    <div className={styles.stateCentred}>
      <h2 className={styles.stateTitle}>{title}</h2>
      {children === undefined ? null : <div className="muted">{children}</div>}
      <div className={styles.stateActions}>
        {actions}
        {offerSources ? (
          <Button
            component={Link}
            href={hrefTo('sources')}
            // A screen that offers a way of its own comes first.
            variant={actions == null ? 'filled' : 'default'}
          >
            {t('empty.openFiles')}
          </Button>
        ) : null}
        {offerSources || offerSample ? (
          <Button loading={sample.isPending} onClick={() => sample.mutate()}>
            {t('empty.openSample')}
          </Button>
        ) : null}
      </div>
      {sample.error === null ? null : <ErrorView error={sample.error} />}
    </div>
  );
}
