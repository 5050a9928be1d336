import { useTranslation } from 'react-i18next';
import type { Outcome, UnjudgedCause } from '../../electron/api/types.ts';
import { useFigures } from './figures.ts';
import styles from './outcome.module.css';

/** The tri-state outcome of a verdict. */
export function outcomeOf(passed: boolean | null): Outcome {
  return passed === null ? 'unjudged' : passed ? 'pass' : 'fail';
}

export interface OutcomeMarkProps {
  readonly passed: boolean | null;
  readonly unjudged?: UnjudgedCause | null | undefined;
  readonly title?: string;
  readonly size?: number;
}

/** A tick, a cross or a dashed ring: one verdict as one sign, told apart by shape before colour. */
export function OutcomeMark({ passed, unjudged, title, size = 15 }: OutcomeMarkProps) {
  const { t } = useTranslation('common');
  const outcome = outcomeOf(passed);
  const name =
    title ??
    (outcome === 'unjudged' && unjudged !== null && unjudged !== undefined
      ? t(`unjudgedBy.${unjudged}`)
      : t(`outcome.${outcome}`));
  return (
    <svg
      className={styles[outcome]}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      {outcome === 'unjudged' ? (
        <circle
          cx="8"
          cy="8"
          r="6.6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeDasharray="2.6 2"
        />
      ) : (
        <>
          <circle cx="8" cy="8" r="8" fill="currentColor" />
          <path
            d={outcome === 'pass' ? 'M4.6 8.3l2.3 2.3 4.5-4.9' : 'M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2'}
            fill="none"
            stroke="var(--panel)"
            strokeWidth="1.7"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      )}
    </svg>
  );
}

export interface OutcomeBadgeProps {
  readonly passed: boolean | null;
  readonly unjudged?: UnjudgedCause | null | undefined;
  readonly score?: number | null | undefined;
  /** Before the outcome: an attempt's number, a rubric version. */
  readonly prefix?: string;
}

const signs: Readonly<Record<Outcome, string>> = { pass: '✓', fail: '✗', unjudged: '◌' };

/** A verdict in words: `✓ pass 1.0`, `✗ fail 0.32`, `◌ timeout`. */
export function OutcomeBadge({ passed, unjudged, score, prefix }: OutcomeBadgeProps) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const outcome = outcomeOf(passed);
  const word =
    outcome === 'unjudged' && unjudged !== null && unjudged !== undefined
      ? t(`cause.${unjudged}`)
      : t(`outcome.${outcome}`);
  return (
    <span className={`${styles.badge} ${styles[`${outcome}Badge`]}`}>
      {prefix === undefined ? null : <span className={styles.prefix}>{prefix}</span>}
      <span aria-hidden="true">{signs[outcome]}</span> {word}
      {score === null || score === undefined ? null : ` ${figures.number(score, 3)}`}
    </span>
  );
}

/** The true outcome: success, failure, or “–” where nothing is known. */
export function TruthBadge({ truth }: { readonly truth: boolean | null }) {
  const { t } = useTranslation('common');
  if (truth === null) return <span className={styles.none}>–</span>;
  return (
    <span className={`${styles.badge} ${truth ? styles.passBadge : styles.failBadge} ${styles.truth}`}>
      {truth ? t('truth.success') : t('truth.failure')}
    </span>
  );
}
