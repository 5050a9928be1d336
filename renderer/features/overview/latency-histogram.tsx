import { useTranslation } from 'react-i18next';
import type { Histogram } from '../../../electron/api/types.ts';
import { hrefTo, useGoTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Plot } from '../../ui/plot.tsx';
import { niceAxis, niceTicks } from '../../ui/plot-scale.ts';

/** How long a judged call takes, with the median and the tail marked. */
export function LatencyHistogram({
  histogram,
  error,
}: {
  readonly histogram: Histogram | null;
  readonly error: Error | null;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const goTo = useGoTo();
  if (error !== null)
    return (
      <div className="panel">
        <ErrorView error={error} />
      </div>
    );
  const bins = histogram?.bins ?? [];
  const found = histogram?.figures;
  const low = bins[0]?.low ?? 0;
  const high = bins.at(-1)?.high ?? 1;
  const axis = niceAxis(0, Math.max(1, ...bins.map((bin) => bin.count)), 4);
  const clauses = (bin: Histogram['bins'][number]): string[] => [
    `latency_ms >= ${bin.low}`,
    `latency_ms <= ${bin.high}`,
  ];
  return (
    <ChartFrame
      title={t('chart.latency')}
      height={225}
      legend={[{ sign: null, text: t('chart.perCall') }]}
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
        links: bins.map((bin) => hrefTo('verdicts', { and: clauses(bin) })),
      }}
    >
      {bins.length === 0 ? (
        <p className="muted">{t('chart.noLatency')}</p>
      ) : (
        <Plot
          x={{
            domain: [low, high],
            ticks: niceTicks(low, high, 5),
            write: (value) => figures.shortLatency(value),
          }}
          y={{ ...axis, write: (value) => figures.compact(value) }}
          points={bins.map((bin) => (bin.low + bin.high) / 2)}
          layers={[
            {
              kind: 'bars',
              edges: bins.map((bin) => [bin.low, bin.high] as const),
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
          onPick={(index) => {
            const bin = bins[index];
            if (bin !== undefined) goTo('verdicts', { and: clauses(bin) });
          }}
          tip={(index) => {
            const bin = bins[index];
            return bin === undefined ? null : (
              <>
                <strong>
                  {figures.latency(bin.low)}–{figures.latency(bin.high)}
                </strong>
                <div>{t('chart.calls', { n: figures.number(bin.count) })}</div>
                <span className="muted">{t('chart.click')}</span>
              </>
            );
          }}
        />
      )}
    </ChartFrame>
  );
}
