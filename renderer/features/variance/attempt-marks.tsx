import { useTranslation } from 'react-i18next';
import type { RunItem } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { OutcomeMark, outcomeOf } from '../../ui/outcome.tsx';
import { attemptSlots } from './item-outcome.ts';
import styles from './variance.module.css';

/** One mark per attempt: tick, cross, a dashed ring for a call without a verdict, a dot for one not made yet. */
export function AttemptMarks({ item, repeats }: { readonly item: RunItem; readonly repeats: number }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  return (
    <span className={styles.marks}>
      {attemptSlots(item.attempts, repeats).map((attempt, at) => {
        const number = at + 1;
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the attempts' numbers are their places
        if (attempt === null)
          return (
            <span key={at} className={styles.waiting} role="img" aria-label={t('mark.waiting', { number })}>
              ·
            </span>
          );
        const word =
          attempt.passed === null
            ? t(`attempt.${attempt.outcome}`)
            : `${t(`common:outcome.${outcomeOf(attempt.passed)}`)} ${figures.number(attempt.score, 2)}`;
        return attempt.reused ? (
          <span key={at} className={styles.reused}>
            <OutcomeMark passed={attempt.passed} title={t('mark.reused', { number, word })} />
          </span>
        ) : (
          <OutcomeMark key={at} passed={attempt.passed} title={t('mark.attempt', { number, word })} />
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the attempts' numbers are their places
      })}
    </span>
  );
}
