import type { ReactNode } from 'react';
import styles from './panels.module.css';

export interface HeadlineProps {
  readonly title: ReactNode;
  /** The figures that carry the conclusion. */
  readonly children?: ReactNode;
  readonly tone?: 'warn' | 'fail' | 'pass' | 'muted' | undefined;
  readonly actions?: ReactNode;
}

/** The conclusion a screen opens with: a sentence, its figures, the next action beside it. */
export function Headline({ title, children, tone, actions }: HeadlineProps) {
  return (
    <section className={styles.headline} data-tone={tone}>
      <div className={styles.headlineText}>
        <h1 className={styles.headlineTitle}>{title}</h1>
        {children === undefined ? null : <div className={styles.headlineBody}>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.headlineActions}>{actions}</div>}
    </section>
  );
}
