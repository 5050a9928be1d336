import { useTranslation } from 'react-i18next';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import { useGoTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { axis, binClauses, grid, markerLines, middle, StepTip, stepAxis, stepsOf } from './chart-look.tsx';
import { LegendLine } from './legend.tsx';

type NumberField = {
  [K in keyof StepBin]: StepBin[K] extends number | null ? K : never;
}[keyof StepBin];

interface StepChartProps {
  readonly bins: readonly StepBin[];
  readonly markers: readonly StepMarker[];
}

interface LineSpec {
  readonly field: NumberField;
  readonly name: string;
  readonly color: string;
  readonly dashed?: boolean;
}

/** One or two lines over steps in a small frame. */
function StepChart({
  bins,
  markers,
  title,
  lines,
  write,
  fraction,
  empty,
  more,
}: StepChartProps & {
  readonly title: string;
  readonly lines: readonly LineSpec[];
  readonly write: (value: number | null | undefined) => string;
  /** Drawn on a scale from 0 to the largest value, a fraction at most 1. */
  readonly fraction: boolean;
  readonly empty: string;
  /** Further conditions for the rows behind a point. */
  readonly more: readonly string[];
}) {
  const goTo = useGoTo();
  const rows = bins.map((bin) => ({ ...bin, at: middle(bin) }));
  const main = lines[0];
  const known = main === undefined ? [] : bins.filter((bin) => bin[main.field] !== null);
  const first = known[0];
  const last = known.at(-1);
  const summary =
    main === undefined || first === undefined || last === undefined
      ? empty
      : `${title}: ${stepsOf(first)} ${write(first[main.field])} → ${stepsOf(last)} ${write(last[main.field])}`;
  return (
    <ChartFrame
      title={title}
      height={150}
      summary={summary}
      legend={
        lines.length < 2
          ? []
          : lines.map((line) => ({
              text: line.name,
              sign: <LegendLine color={line.color} dashed={line.dashed ?? false} />,
            }))
      }
      data={{
        columns: ['step_low', 'step_high', ...lines.map((line) => line.field)],
        rows: bins.map((bin) => [bin.step_low, bin.step_high, ...lines.map((line) => bin[line.field])]),
      }}
    >
      {known.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={rows}
            margin={{ top: 6, right: 10, bottom: 0, left: 0 }}
            style={{ cursor: 'pointer' }}
            onClick={(state) => {
              const bin = rows.find((row) => row.at === Number(state.activeLabel));
              if (bin !== undefined) goTo('verdicts', { and: [...binClauses(bin), ...more] });
            }}
          >
            <CartesianGrid {...grid} />
            <XAxis {...stepAxis(bins, 4)} />
            <YAxis
              {...axis}
              width={46}
              tickCount={4}
              domain={
                fraction ? [0, (largest: number) => Math.min(1, Math.ceil(largest * 10) / 10)] : [0, 'auto']
              }
              tickFormatter={(value: number) => write(value)}
            />
            {lines.map((line) => (
              <Line
                key={line.field}
                dataKey={line.field}
                type="linear"
                stroke={line.color}
                strokeWidth={1.7}
                dot={known.length === 1}
                isAnimationActive={false}
                {...(line.dashed === true ? { strokeDasharray: '5 4' } : {})}
              />
            ))}
            {markerLines(markers, bins, false)}
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--line-strong)' }}
              content={({ label }) => {
                const bin = rows.find((row) => row.at === Number(label));
                return (
                  <StepTip
                    bin={bin}
                    lines={lines.map((line) => ({ name: line.name, value: write(bin?.[line.field]) }))}
                  />
                );
              }}
            />
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

export function FalseNegativeSteps(props: StepChartProps) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  return (
    <StepChart
      {...props}
      title={t('chart.fnSteps')}
      lines={[{ field: 'fn_rate', name: t('tile.fn'), color: 'var(--fail-solid)' }]}
      write={(value) => figures.percent(value, 0)}
      fraction
      empty={t('chart.noTruth')}
      more={['false_negative']}
    />
  );
}

export function LatencySteps(props: StepChartProps) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  return (
    <StepChart
      {...props}
      title={t('chart.latencySteps')}
      lines={[
        { field: 'latency_p95', name: 'p95', color: 'var(--accent)' },
        { field: 'latency_p50', name: 'p50', color: 'var(--muted)', dashed: true },
      ]}
      write={(value) => figures.latency(value).replace(/[.,]00(?=\D|$)/, '')}
      fraction={false}
      empty={t('chart.noLatency')}
      more={['has(latency_ms)']}
    />
  );
}

export function TokenSteps(props: StepChartProps) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  return (
    <StepChart
      {...props}
      title={t('chart.tokenSteps')}
      lines={[{ field: 'tokens_mean', name: t('tile.tokens'), color: 'var(--accent)' }]}
      write={(value) => figures.number(value)}
      fraction={false}
      empty={t('chart.noTokens')}
      more={['has(total_tokens)']}
    />
  );
}
