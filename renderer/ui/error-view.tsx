import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../app/api.ts';
import { useFailureMessage } from '../app/failure-message.ts';
import styles from './panels.module.css';
import { visibleText } from './visible-text.ts';

export interface ErrorViewProps {
  /** A Failure, or whatever was thrown. */
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Further ways on, beside “try again”. */
  readonly children?: ReactNode;
}

/** An error: what happened, where, and what can be done next. */
export function ErrorView({ error, onRetry, children }: ErrorViewProps) {
  const { t } = useTranslation('common');
  const failure = failureOf(error);
  const message = useFailureMessage(failure);
  const offline = failure.details?.offline === true;
  // Where in a filter it is wrong stands in the message already; what is empty says nothing.
  const details = offline
    ? []
    : Object.entries(failure.details ?? {}).filter(
        ([name, value]) =>
          name !== 'position' &&
          typeof value !== 'boolean' &&
          String(value) !== '' &&
          !message.includes(String(value)),
      );
  return (
    <div className={styles.state} role="alert">
      <div className={styles.errorTitle}>
        <span aria-hidden="true">✗</span>
        {offline ? t('failure.offline.what') : t(`failure.${failure.code}.what`)}
      </div>
      <p className={styles.errorMessage}>{visibleText(message)}</p>
      {details.length === 0 ? null : (
        <dl className={styles.details}>
          {details.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{visibleText(String(value))}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="muted">{offline ? t('failure.offline.next') : t(`failure.${failure.code}.next`)}</p>
      <div className={styles.stateActions}>
        {onRetry !== undefined && (failure.retryable || failure.code === 'internal') ? (
          <Button onClick={onRetry}>{t('retry')}</Button>
        ) : null}
        {children}
      </div>
    </div>
  );
}
