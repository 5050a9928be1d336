import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanaryPairMoves } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { useGoTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { NewRerun } from './new-rerun.tsx';
import styles from './variance.module.css';

const reasons = ['task_not_in_log', 'agents_not_in_log', 'one_side'] as const;

/** Which pairs of the opened audits can be judged side by side and kept, and why the others cannot. */
export function PairsToFreeze() {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const gap = useSentenceGap();
  const goTo = useGoTo();
  const pairs = useApiQuery('canaries.pairs', undefined, { keep: true });
  const [asking, setAsking] = useState(false);
  if (pairs.error !== null) return <ErrorView error={pairs.error} onRetry={() => void pairs.refetch()} />;
  const found = pairs.data;
  if (found === undefined) return null;
  if (found.judged_pairs === 0) return <p className="muted small">{t('canary.pairs.noAudit')}</p>;
  return (
    <div className={styles.canaryPairs}>
      <div className={found.both_sides === 0 ? 'muted small' : undefined}>
        {t('canary.pairs.found', {
          count: found.pairs,
          both: figures.number(found.both_sides),
        })}
        {gap}
        {reasons
          .filter((reason) => found[reason] > 0)
          .map((reason) => t(`canary.pairs.${reason}`, { count: found[reason] }))
          .join(gap)}
        {found.both_sides === 0 ? null : <div className="muted small">{t('canary.pairs.howAsked')}</div>}
      </div>
      {found.both_sides === 0 ? null : (
        <Button onClick={() => setAsking(true)}>{t('canary.pairs.judge', { count: found.offered })}</Button>
      )}
      {asking ? (
        <NewRerun
          rows={found.rows}
          filter=""
          under={null}
          onClose={() => setAsking(false)}
          onStarted={(runId) => goTo('variance', { run: runId })}
        />
      ) : null}
    </div>
  );
}

/** The pairs of a canary that its two runs order differently. */
export function MovedPairs({ pairs }: { readonly pairs: CanaryPairMoves }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  return (
    <section className={styles.card} aria-label={t('canary.pairs.title')}>
      <h2>
        {t('canary.pairs.title')}{' '}
        <span className="muted small">
          {t('canary.pairs.moved', {
            count: pairs.moved,
            judged: figures.number(pairs.judged),
            reversed: figures.number(pairs.reversed),
          })}
        </span>
      </h2>
      <p className="muted small">{t('canary.pairs.noise')}</p>
      {pairs.moves.map((pair) => (
        <div key={`${pair.row_a} ${pair.row_b}`} className={styles.reasonHead}>
          <span>{visibleText(pair.task_id)}</span>
          <span className="muted">
            {visibleText(pair.agent_a)} / {visibleText(pair.agent_b)}
          </span>
          <span>
            {t(`canary.pairs.prefers.${pair.before}`)} → {t(`canary.pairs.prefers.${pair.after}`)}
          </span>
        </div>
      ))}
    </section>
  );
}
