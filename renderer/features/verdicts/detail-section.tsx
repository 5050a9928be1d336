import type { ReactNode } from 'react';
import styles from './detail.module.css';

/** A headed part of the detail; a folded one opens on demand. */
export function DetailSection({
  title,
  note,
  folded = false,
  children,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly folded?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details className={styles.section} open={!folded}>
      <summary>
        {title}
        {note === undefined ? null : <span className="muted small"> {note}</span>}
      </summary>
      {children}
    </details>
  );
}
