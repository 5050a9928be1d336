import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './panels.module.css';

export interface TileProps {
  readonly label: string;
  readonly value: string;
  /** What the figure rests on; figures in it may be links of their own. */
  readonly note?: ReactNode;
  /** Colour for meaning: a rate that is wrong (fail), a thing to look at (warn), nothing measured (none). */
  readonly tone?: 'fail' | 'warn' | 'none' | undefined;
  /** The rows behind the figure. */
  readonly href?: string | undefined;
  /** What the figure is, in a sentence. */
  readonly title?: string | undefined;
}

/** One figure with its name, what it rests on, and a link to its rows. */
export function Tile({ label, value, note, tone, href, title }: TileProps) {
  const content = (
    <>
      <span className={styles.tileLabel}>{label}</span>
      <span className={styles.tileValue} data-tone={tone}>
        {value}
      </span>
    </>
  );
  return (
    <div className={styles.tile} title={title} data-tile="">
      {href === undefined ? (
        content
      ) : (
        // The link reaches over the whole tile; links of the note lie above it.
        <Link href={href} className={styles.tileLink}>
          {content}
        </Link>
      )}
      {note === undefined ? null : <span className={styles.tileNote}>{note}</span>}
    </div>
  );
}
