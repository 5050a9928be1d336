import { useTranslation } from 'react-i18next';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Histogram } from '../../../electron/api/types.ts';
import { useGoTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { axis, grid, niceTicks } from './chart-look.tsx';
import styles from './overview.module.css';

/** Median and tail, a name too close to the one before it on a row of its own. */
function markedLines(figures: Histogram['figures'] | undefined, span: number) {
  let row = 0;
  let last: number | null = null;
  return (['p50', 'p95', 'p99'] as const).flatMap((name) => {
    const value = figures?.[name] ?? null;
    if (value === null) return [];
    row = last !== null && value - last < span * 0.24 ? row + 1 : 0;
    last = value;
    return [{ name, value, row }];
  });
}

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
  const bars = bins.map((bin) => ({ ...bin, at: (bin.low + bin.high) / 2 }));
  const found = histogram?.figures;
  const low = bins[0]?.low ?? 0;
  const high = bins.at(-1)?.high ?? 1;
  const lines = markedLines(found, high - low);
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
      }}
    >
      {bins.length === 0 ? (
        <p className="muted">{t('chart.noLatency')}</p>
      ) : (
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={bars}
            barCategoryGap={1}
            margin={{ top: 32, right: 8, bottom: 0, left: 0 }}
            style={{ cursor: 'pointer' }}
            onClick={(state) => {
              const bar = bars.find((one) => one.at === Number(state.activeLabel));
              if (bar !== undefined)
                goTo('verdicts', { and: [`latency_ms >= ${bar.low}`, `latency_ms <= ${bar.high}`] });
            }}
          >
            <CartesianGrid {...grid} />
            <XAxis
              {...axis}
              dataKey="at"
              type="number"
              domain={[low, high]}
              ticks={niceTicks(low, high, 5)}
              tickFormatter={(value: number) => figures.latency(value).replace(/[.,]00(?=\D|$)/, '')}
            />
            <YAxis {...axis} width={40} tickFormatter={(value: number) => figures.compact(value)} />
            <Bar dataKey="count" fill="var(--chart-bar)" radius={[1, 1, 0, 0]} isAnimationActive={false} />
            {lines.map((line) => (
              <ReferenceLine
                key={line.name}
                x={line.value}
                stroke="var(--muted)"
                label={{
                  value: `${line.name} ${figures.latency(line.value)}`,
                  position: 'top',
                  fill: 'var(--muted)',
                  fontSize: 10.5,
                  dy: line.row * -13,
                }}
              />
            ))}
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--hover)' }}
              content={({ label }) => {
                const bar = bars.find((one) => one.at === Number(label));
                return bar === undefined ? null : (
                  <div className={styles.tip}>
                    <strong>
                      {figures.latency(bar.low)}–{figures.latency(bar.high)}
                    </strong>
                    <div>{t('chart.calls', { n: figures.number(bar.count) })}</div>
                    <span className="muted">{t('chart.click')}</span>
                  </div>
                );
              }}
            />
          </BarChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}
