import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApiQuery } from '../../app/api.ts';
import { useJobs } from '../../app/jobs.ts';
import { hrefTo, useFilter, useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { CategoryBars } from './category-bars.tsx';
import { FamilyNotice } from './family.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { readBy, writeBy } from './group-by.ts';
import { GroupTable } from './group-table.tsx';
import { JudgeHeadline } from './judge-headline.tsx';
import { LatencyHistogram } from './latency-histogram.tsx';
import styles from './overview.module.css';
import { RewardChart } from './reward-chart.tsx';
import { ScoreHistogram } from './score-histogram.tsx';
import { FalseNegativeSteps, LatencySteps, TokenSteps } from './step-charts.tsx';
import { ThresholdPanel } from './threshold-panel.tsx';

/** What the judge did, in one sentence, then in figures, over steps, and per rubric version × judge. */
export function OverviewScreen() {
  const { t } = useTranslation('overview');
  const { filter, setFilter } = useFilter();
  const [byParam, setBy] = useParam('by');
  const workspace = useWorkspace();
  const by = readBy(byParam);
  const figures = useFigures();
  const jobs = useJobs();
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
  if (!any && jobs.some((job) => job.kind === 'import' && job.state === 'running'))
    return (
      <EmptyState title={t('empty.reading')} offerSources={false}>
        <p>{t('empty.readingText')}</p>
      </EmptyState>
    );
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
            {byParam === '' ? null : <Button onClick={() => setBy('')}>{t('usualGroups')}</Button>}
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
  const pending = series.data === undefined;
  // What the log does not hold is not drawn: an empty frame says nothing.
  const stepless = !pending && bins.length === 0;
  const timed = latency.error !== null || latency.data === undefined || latency.data.bins.length > 0;
  const some = (field: 'fn_rate' | 'latency_p95' | 'tokens_mean'): boolean =>
    bins.some((bin) => bin[field] !== null);
  const latencies = <LatencyHistogram histogram={latency.data ?? null} error={latency.error} />;
  const overSteps = [
    some('fn_rate') ? <FalseNegativeSteps key="fn" bins={bins} markers={markers} /> : null,
    some('latency_p95') ? <LatencySteps key="latency" bins={bins} markers={markers} /> : null,
    some('tokens_mean') ? <TokenSteps key="tokens" bins={bins} markers={markers} /> : null,
  ].filter((chart) => chart !== null);
  const stale = view.isPlaceholderData || series.isPlaceholderData;
  return (
    <div className={`screen ${styles.screen}`} aria-busy={stale}>
      <JudgeHeadline view={view.data} />
      <FamilyNotice pairs={view.data.same_family} />
      <ThresholdPanel />
      <FigureTiles view={view.data} hasTruth={workspace.data.has_truth} />
      {series.error !== null ? (
        <div className="panel">
          <ErrorView error={series.error} onRetry={() => void series.refetch()} />
        </div>
      ) : stepless ? (
        <div className={styles.even} data-charts={timed ? 3 : 2}>
          <ScoreHistogram filter={filter} />
          {timed ? latencies : null}
          <CategoryBars view={view.data} height={225} />
        </div>
      ) : (
        <div className={styles.wideAndNarrow}>
          <RewardChart bins={bins} markers={markers} pending={pending} />
          {timed ? latencies : <ScoreHistogram filter={filter} />}
        </div>
      )}
      <GroupTable view={view.data} by={by} onBy={(fields) => setBy(writeBy(fields))} />
      {stepless ? (
        <p className="muted small">{t('chart.stepless')}</p>
      ) : (
        <div className={styles.even} data-charts={1 + overSteps.length}>
          <CategoryBars view={view.data} />
          {overSteps}
        </div>
      )}
    </div>
  );
}
