import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo } from '../../app/location.ts';
import { ReadingMarks } from '../../app/reading-marks.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { Plot } from '../../ui/plot.tsx';
import { countAxis, niceTicks } from '../../ui/plot-scale.ts';
import { barEdges, binConditions } from './histogram-bins.ts';

/** How the scores are distributed: what there is to see where the log names no steps, or no latencies. */
export function ScoreHistogram({ filter }: { readonly filter: string }) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const histogram = useApiQuery('overview.histogram', { filter, field: 'score', bins: 30 }, { keep: true });
  if (histogram.error !== null)
    return (
      <div className="panel">
        <ErrorView error={histogram.error} onRetry={() => void histogram.refetch()} />
      </div>
    );
  const bins = histogram.data?.bins ?? [];
  const found = histogram.data?.figures;
  const edges = barEdges(bins);
  // One bar alone keeps room at its sides.
  const room = edges.length === 1 ? 1 : 0;
  const low = (edges[0]?.[0] ?? 0) - room;
  const high = (edges.at(-1)?.[1] ?? 1) + room;
  // A few single values are written as they are.
  const marked = bins.length <= 12 && bins.every((bin) => bin.low === bin.high);
  const axis = countAxis(Math.max(1, ...bins.map((bin) => bin.count)));
  return (
    <ChartFrame
      title={t('chart.scores')}
      height={225}
      actions={<ReadingMarks judge={{}} clauses={[]} figure="scores" />}
      legend={[
        {
          sign: null,
          text: t('chart.rowsOf', { n: figures.number(found?.n) }),
          href: hrefTo('verdicts', { and: ['has(score)'] }),
        },
      ]}
      summary={t('chart.scoresSummary', {
        n: figures.number(found?.n),
        mean: figures.fixed(found?.mean, 3),
        p50: figures.number(found?.p50, 3),
        low: figures.number(bins[0]?.low, 3),
        high: figures.number(found?.max, 3),
      })}
      data={{
        columns: ['low', 'high', 'count'],
        rows: bins.map((bin) => [bin.low, bin.high, bin.count]),
        links: bins.map((_, at) => hrefTo('verdicts', { and: binConditions('score', bins, at) })),
      }}
    >
      {histogram.data === undefined ? (
        <Loading />
      ) : bins.length === 0 ? (
        <p className="muted">{t('chart.noScores')}</p>
      ) : (
        <Plot
          name={t('chart.scores')}
          x={{
            domain: [low, high],
            ticks: marked ? bins.map((bin) => bin.low) : niceTicks(low, high, 10),
            write: (value) => figures.number(value, 2),
          }}
          y={{ ...axis, write: (value) => figures.compact(value) }}
          points={edges.map((edge) => (edge[0] + edge[1]) / 2)}
          layers={[{ kind: 'bars', edges, values: bins.map((bin) => bin.count), color: 'var(--chart-bar)' }]}
          marks={[]}
          href={(index) => hrefTo('verdicts', { and: binConditions('score', bins, index) })}
          tip={(index) => {
            const bin = bins[index];
            return bin === undefined
              ? null
              : {
                  title:
                    bin.low === bin.high
                      ? figures.number(bin.low, 3)
                      : `${figures.number(bin.low, 3)}–${figures.number(bin.high, 3)}`,
                  lines: [{ name: t('chart.rows'), value: figures.number(bin.count) }],
                };
          }}
        />
      )}
    </ChartFrame>
  );
}
