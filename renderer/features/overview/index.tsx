import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo, useFilter, useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { CategoryBars } from './category-bars.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { GroupTable } from './group-table.tsx';
import { JudgeHeadline } from './judge-headline.tsx';
import { LatencyHistogram } from './latency-histogram.tsx';
import styles from './overview.module.css';
import { RewardChart } from './reward-chart.tsx';
import { ScoreHistogram } from './score-histogram.tsx';
import { FalseNegativeSteps, LatencySteps, TokenSteps } from './step-charts.tsx';
import { ThresholdPanel } from './threshold-panel.tsx';

const usualGroups: readonly string[] = ['rubric_version', 'judge_model'];

/** What the judge did, in one sentence, then in figures, over steps, and per rubric version × judge. */
export function OverviewScreen() {
  const { t } = useTranslation('overview');
  const { filter, setFilter } = useFilter();
  const [byParam, setBy] = useParam('by');
  const workspace = useWorkspace();
  const by = byParam === '' ? usualGroups : byParam.split(',').slice(0, 2);
  const figures = useFigures();
  const pairs = workspace.data?.counts.pairs ?? 0;
  const any = (workspace.data?.counts.verdicts ?? 0) > 0;
  const view = useApiQuery('overview.view', { filter, by: [...by] }, { keep: true, enabled: any });
  const series = useApiQuery('overview.series', { filter }, { keep: true, enabled: any });
  const latency = useApiQuery(
    'overview.histogram',
    { filter, field: 'latency_ms' },
    { keep: true, enabled: any },
  );

  if (workspace.data === undefined) return <Loading />;
  if (!any)
    return (
      <EmptyState
        title={t('empty.title')}
        actions={
          pairs === 0 ? null : (
            <Button component={Link} href={hrefTo('pairs')} variant="filled">
              {t('empty.pairs', { n: figures.number(pairs) })}
            </Button>
          )
        }
      >
        <p>{t('empty.text')}</p>
      </EmptyState>
    );
  if (view.error !== null)
    return (
      <div className="screen">
        <div className="panel">
          <ErrorView error={view.error} onRetry={() => void view.refetch()}>
            {filter === '' ? null : <Button onClick={() => setFilter('')}>{t('removeFilter')}</Button>}
          </ErrorView>
        </div>
      </div>
    );
  if (view.data === undefined) return <Loading />;
  if (view.data.summary.rows === 0)
    return (
      <EmptyState
        title={t('nothingMatches')}
        offerSources={false}
        actions={
          <Button variant="filled" onClick={() => setFilter('')}>
            {t('removeFilter')}
          </Button>
        }
      />
    );

  const bins = series.data?.bins ?? [];
  const markers = series.data?.markers ?? [];
  // What the log does not hold is not drawn: an empty frame says nothing.
  const stepless = series.data !== undefined && bins.length === 0;
  const timed = latency.error !== null || latency.data === undefined || latency.data.bins.length > 0;
  const some = (field: 'fn_rate' | 'latency_p95' | 'tokens_mean'): boolean =>
    series.data === undefined || bins.some((bin) => bin[field] !== null);
  const latencies = <LatencyHistogram histogram={latency.data ?? null} error={latency.error} />;
  return (
    <div className="screen" aria-busy={view.isPlaceholderData}>
      <JudgeHeadline view={view.data} />
      <ThresholdPanel />
      <FigureTiles view={view.data} hasTruth={workspace.data.has_truth} />
      {series.error !== null ? (
        <div className="panel">
          <ErrorView error={series.error} onRetry={() => void series.refetch()} />
        </div>
      ) : stepless ? (
        <div className={styles.even}>
          <ScoreHistogram filter={filter} />
          {timed ? latencies : null}
          <CategoryBars view={view.data} height={225} />
        </div>
      ) : (
        <div className={styles.wideAndNarrow}>
          <RewardChart bins={bins} markers={markers} />
          {timed ? latencies : <ScoreHistogram filter={filter} />}
        </div>
      )}
      <GroupTable view={view.data} by={by} onBy={(fields) => setBy(fields.join(','))} />
      {stepless ? (
        <p className="muted small">{t('chart.stepless')}</p>
      ) : (
        <div className={styles.even}>
          <CategoryBars view={view.data} />
          {some('fn_rate') ? <FalseNegativeSteps bins={bins} markers={markers} /> : null}
          {some('latency_p95') ? <LatencySteps bins={bins} markers={markers} /> : null}
          {some('tokens_mean') ? <TokenSteps bins={bins} markers={markers} /> : null}
        </div>
      )}
    </div>
  );
}
