import { useTranslation } from 'react-i18next';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { Plot } from '../../ui/plot.tsx';
import { niceAxis } from '../../ui/plot-scale.ts';
import { changeColumn, marksOf, stepAxis, stepsOf, useSteps } from './chart-look.tsx';
import { LegendBand, LegendLine, LegendNoise } from './legend.tsx';
import { useNoiseBand } from './noise-band.ts';
import { StepRangeField } from './step-range-field.tsx';

/** Reward over steps: as judged, as trained, the share without a verdict beneath, version and judge changes marked. */
export function RewardChart({
  bins,
  markers,
  pending,
}: {
  readonly bins: readonly StepBin[];
  readonly markers: readonly StepMarker[];
  /** The figures are still on their way. */
  readonly pending: boolean;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const steps = useSteps(bins, markers);
  const noise = useNoiseBand(bins);
  const rewards = bins.flatMap((bin) => [bin.reward_mean ?? 0, bin.reward_mean_as_trained ?? 0]);
  const axis = niceAxis(Math.min(0, ...rewards), Math.max(1, ...rewards), 4);
  const first = bins.find((bin) => bin.reward_mean !== null);
  const last = bins.findLast((bin) => bin.reward_mean !== null);
  const worst = bins.reduce<StepBin | null>(
    (found, bin) => ((bin.unjudged_share ?? 0) > (found?.unjudged_share ?? 0) ? bin : found),
    null,
  );
  const changes = changeColumn(steps.changes, bins);
  return (
    <ChartFrame
      title={t('chart.reward')}
      height={225}
      actions={<StepRangeField />}
      legend={[
        {
          text: t('chart.judged'),
          sign: <LegendLine color="var(--accent)" />,
          href: hrefTo('verdicts', { and: ['judged', 'has(reward)'] }),
        },
        {
          text: t('chart.asTrained'),
          sign: <LegendLine color="var(--pass-solid)" dashed />,
          href: hrefTo('verdicts', { and: ['has(reward)'] }),
        },
        {
          text: t('chart.unjudged'),
          sign: <LegendBand />,
          href: hrefTo('verdicts', { and: ['unjudged'] }),
        },
        ...(noise === null
          ? []
          : [
              {
                text: t('chart.noise'),
                sign: <LegendNoise />,
                href: noise.href,
                title: t('chart.noiseWhat'),
              },
            ]),
        ...steps.legend,
      ]}
      summary={
        pending
          ? t('common:loading')
          : first === undefined || last === undefined
            ? t('chart.noRewards')
            : t('chart.rewardSummary', {
                from: stepsOf(first),
                to: stepsOf(last),
                start: figures.fixed(first.reward_mean, 3),
                end: figures.fixed(last.reward_mean, 3),
                unjudged: figures.percent(worst?.unjudged_share ?? 0),
                at: worst === null ? figures.none : stepsOf(worst),
              })
      }
      data={{
        columns: [
          'step_low',
          'step_high',
          'rows',
          'judged',
          'reward_mean',
          'reward_mean_as_trained',
          'success_rate',
          'unjudged_share',
          ...(noise === null ? [] : ['noise_half_width']),
          ...(steps.changes.length === 0 ? [] : ['begins']),
        ],
        rows: bins.map((bin, index) => [
          bin.step_low,
          bin.step_high,
          bin.rows,
          bin.judged,
          bin.reward_mean,
          bin.reward_mean_as_trained,
          bin.success_rate,
          bin.unjudged_share,
          ...(noise === null ? [] : [noise.half[index] ?? null]),
          ...(steps.changes.length === 0 ? [] : [changes[index] ?? null]),
        ]),
        links: steps.links,
      }}
    >
      {pending ? (
        <Loading />
      ) : (
        <Plot
          name={t('chart.reward')}
          {...steps.plot}
          x={stepAxis(bins, 8)}
          y={{ ...axis, write: (value) => figures.number(value, 2) }}
          layers={[
            { kind: 'area', values: bins.map((bin) => bin.unjudged_share), color: 'var(--chart-band)' },
            ...(noise === null
              ? []
              : [{ kind: 'band', low: noise.low, high: noise.high, color: 'var(--chart-noise)' } as const]),
            {
              kind: 'line',
              values: bins.map((bin) => bin.reward_mean_as_trained),
              color: 'var(--pass-solid)',
              dashed: true,
            },
            { kind: 'line', values: bins.map((bin) => bin.reward_mean), color: 'var(--accent)' },
          ]}
          marks={marksOf(steps.changes, bins, true)}
          tip={(index) => {
            const bin = bins[index];
            return bin === undefined
              ? null
              : {
                  title: t('chart.steps', { steps: stepsOf(bin) }),
                  lines: [
                    { name: t('chart.judged'), value: figures.fixed(bin.reward_mean, 3) },
                    ...(noise?.half[index] == null
                      ? []
                      : [{ name: t('chart.noise'), value: `± ${figures.fixed(noise.half[index], 3)}` }]),
                    { name: t('chart.asTrained'), value: figures.fixed(bin.reward_mean_as_trained, 3) },
                    { name: t('chart.success'), value: figures.percent(bin.success_rate) },
                    { name: t('chart.unjudged'), value: figures.percent(bin.unjudged_share) },
                    { name: t('chart.rows'), value: figures.number(bin.rows) },
                  ],
                  notes: steps.notes(index),
                };
          }}
        />
      )}
    </ChartFrame>
  );
}
