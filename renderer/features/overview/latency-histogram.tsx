import { useTranslation } from 'react-i18next';
import type { Histogram } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { Plot } from '../../ui/plot.tsx';
import { countAxis, niceTicks } from '../../ui/plot-scale.ts';
import { binConditions } from './histogram-bins.ts';

/**
 * The first and the last bin reach out to the least and the greatest value. They are drawn as wide as the others, or
 * their counts would look like many more calls than they are.
 */
export function drawnEdges(bins: Histogram['bins']): (readonly [number, number])[] {
  const inner = bins[1];
  if (inner === undefined || bins.length < 3) return bins.map((bin) => [bin.low, bin.high] as const);
  const width = inner.high - inner.low;
  return bins.map((bin, at) => {
    if (at === 0) return [Math.max(bin.low, bin.high - width), bin.high] as const;
    if (at === bins.length - 1) return [bin.low, Math.min(bin.high, bin.low + width)] as const;
    return [bin.low, bin.high] as const;
  });
}

/** How long a call takes, with the median and the tail marked. */
export function LatencyHistogram({
  histogram,
  error,
}: {
  readonly histogram: Histogram | null;
  readonly error: Error | null;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  if (error !== null)
    return (
      <div className="panel">
        <ErrorView error={error} />
      </div>
    );
  const bins = histogram?.bins ?? [];
  const found = histogram?.figures;
  const edges = drawnEdges(bins);
  const low = edges[0]?.[0] ?? 0;
  const high = edges.at(-1)?.[1] ?? 1;
  const axis = countAxis(Math.max(1, ...bins.map((bin) => bin.count)));
  return (
    <ChartFrame
      title={t('chart.latency')}
      height={225}
      legend={[
        {
          sign: null,
          text: t('chart.callsOf', { n: figures.number(found?.n) }),
          href: hrefTo('verdicts', { and: ['has(latency_ms)'] }),
        },
      ]}
      summary={t('chart.latencySummary', {
        n: figures.number(found?.n),
        p50: figures.latency(found?.p50),
        p95: figures.latency(found?.p95),
        p99: figures.latency(found?.p99),
        max: figures.latency(found?.max),
      })}
      data={{
        columns: ['low_ms', 'high_ms', 'count'],
        rows: bins.map((bin) => [bin.low, bin.high, bin.count]),
        links: bins.map((_, at) => hrefTo('verdicts', { and: binConditions('latency_ms', bins, at) })),
      }}
    >
      {histogram === null ? (
        <Loading />
      ) : bins.length === 0 ? (
        <p className="muted">{t('chart.noLatency')}</p>
      ) : (
        <Plot
          name={t('chart.latency')}
          x={{
            domain: [low, high],
            ticks: niceTicks(low, high, 5),
            write: (value) => figures.shortLatency(value),
          }}
          y={{ ...axis, write: (value) => figures.compact(value) }}
          points={edges.map((edge) => (edge[0] + edge[1]) / 2)}
          layers={[
            {
              kind: 'bars',
              edges,
              values: bins.map((bin) => bin.count),
              color: 'var(--chart-bar)',
            },
          ]}
          marks={(['p50', 'p95', 'p99'] as const).flatMap((name) => {
            const value = found?.[name] ?? null;
            return value === null
              ? []
              : [{ x: value, label: `${name} ${figures.latency(value)}`, kind: 'figure' as const }];
          })}
          href={(index) => hrefTo('verdicts', { and: binConditions('latency_ms', bins, index) })}
          tip={(index) => {
            const bin = bins[index];
            return bin === undefined
              ? null
              : {
                  title: `${figures.latency(bin.low)}–${figures.latency(bin.high)}`,
                  lines: [{ name: t('chart.callsLabel'), value: figures.number(bin.count) }],
                };
          }}
        />
      )}
    </ChartFrame>
  );
}
