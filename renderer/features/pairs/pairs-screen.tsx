import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditFigures, PairRow } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { BucketTable } from './bucket-table.tsx';
import { FiguresBy } from './figures-by.tsx';
import { PairDetailView } from './pair-detail.tsx';
import { PairList } from './pair-list.tsx';
import { PairTiles } from './pair-tiles.tsx';
import styles from './pairs.module.css';
import { PairsHeadline } from './pairs-headline.tsx';
import { PositionPanel } from './position-panel.tsx';
import { usePairSelection } from './selection.ts';

/** Scores and gaps that no pair has are not shown as columns of dashes. */
function emptyColumns(audit: AuditFigures): ReadonlySet<string> {
  return new Set([
    ...(audit.satisfied_but_failed === null ? ['scoreA', 'scoreB'] : []),
    ...(audit.gap_source === 'none' ? ['gap', 'bucket'] : []),
  ]);
}

/** Does the judge prefer the side that failed, where, and because of the place it stood in? */
export function PairsScreen() {
  const { t } = useTranslation('pairs');
  const state = usePairSelection();
  const edges = state.edges === null ? null : [...state.edges];
  const summary = useApiQuery('pairs.summary', { edges }, { keep: true });
  const [opened, setOpened] = useState<PairRow | null>(null);
  if (summary.data === undefined)
    return summary.error === null ? (
      <Loading />
    ) : (
      <ErrorView error={summary.error} onRetry={() => void summary.refetch()} />
    );
  const audit = summary.data;
  if (audit === null || audit.pairs === 0)
    return <EmptyState title={t('empty.title')}>{t('empty.next')}</EmptyState>;
  return (
    <div className="screen">
      {summary.error === null ? null : (
        <ErrorView error={summary.error} onRetry={() => void summary.refetch()} />
      )}
      <PairsHeadline audit={audit} href={state.href} />
      <PairTiles audit={audit} href={state.href} />
      <div className={styles.columns}>
        <BucketTable audit={audit} state={state} />
        <PositionPanel audit={audit} href={state.href} />
      </div>
      <FiguresBy audit={audit} state={state} />
      <PairList state={state} opened={opened} onOpen={setOpened} without={emptyColumns(audit)} />
      {opened === null ? null : (
        <PairDetailView pair={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
