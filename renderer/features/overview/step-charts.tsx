import { useTranslation } from 'react-i18next';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Plot } from '../../ui/plot.tsx';
import { niceAxis } from '../../ui/plot-scale.ts';
import { changeColumn, marksOf, stepAxis, stepsOf, useSteps } from './chart-look.tsx';
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
  beside = [],
  write,
  empty,
  more,
}: StepChartProps & {
  readonly title: string;
  readonly lines: readonly LineSpec[];
  /** Figures that are not drawn but said: what a rate rests on. */
  readonly beside?: readonly Pick<LineSpec, 'field' | 'name'>[];
  readonly write: (value: number | null | undefined) => string;
  readonly empty: string;
  /** Further conditions for the rows behind a point. */
  readonly more: readonly string[];
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const steps = useSteps(bins, markers, more);
  const main = lines[0];
  const largest = Math.max(0, ...bins.flatMap((bin) => lines.map((line) => bin[line.field] ?? 0)));
  const axis = niceAxis(0, largest === 0 ? 1 : largest, 3);
  const known = main === undefined ? [] : bins.filter((bin) => bin[main.field] !== null);
  const first = known[0];
  const last = known.at(-1);
  const summary =
    main === undefined || first === undefined || last === undefined
      ? empty
      : `${title}: ${stepsOf(first)} ${write(first[main.field])} → ${stepsOf(last)} ${write(last[main.field])}`;
  const fields = [...lines, ...beside].map((line) => line.field);
  const changes = changeColumn(steps.changes, bins);
  return (
    <ChartFrame
      title={title}
      height={160}
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
        columns: ['step_low', 'step_high', ...fields, ...(steps.changes.length === 0 ? [] : ['begins'])],
        rows: bins.map((bin, index) => [
          bin.step_low,
          bin.step_high,
          ...fields.map((field) => bin[field]),
          ...(steps.changes.length === 0 ? [] : [changes[index] ?? null]),
        ]),
        links: steps.links,
      }}
    >
      {known.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <Plot
          name={title}
          {...steps.plot}
          x={stepAxis(bins, 5)}
          y={{ ...axis, write: (value) => write(value) }}
          layers={lines.map((line) => ({
            kind: 'line',
            values: bins.map((bin) => bin[line.field]),
            color: line.color,
            ...(line.dashed === true ? { dashed: true } : {}),
          }))}
          marks={marksOf(steps.changes, bins, false)}
          tip={(index) => {
            const bin = bins[index];
            return bin === undefined
              ? null
              : {
                  title: t('chart.steps', { steps: stepsOf(bin) }),
                  lines: [
                    ...lines.map((line) => ({ name: line.name, value: write(bin[line.field]) })),
                    ...beside.map((line) => ({ name: line.name, value: figures.number(bin[line.field]) })),
                  ],
                  notes: steps.notes(index),
                };
          }}
        />
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
      beside={[{ field: 'truth_successes', name: t('chart.trueSuccesses') }]}
      write={(value) =>
        figures.percent(value, value !== null && value !== undefined && value < 0.1 && value > 0 ? 1 : 0)
      }
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
      write={(value) => figures.shortLatency(value)}
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
      empty={t('chart.noTokens')}
      more={['has(total_tokens)']}
    />
  );
}
