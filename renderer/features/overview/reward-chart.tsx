import { useTranslation } from 'react-i18next';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import { hrefTo, useGoTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Plot } from '../../ui/plot.tsx';
import { niceAxis } from '../../ui/plot-scale.ts';
import { binClauses, changesIn, middle, StepTip, stepAxis, stepsOf } from './chart-look.tsx';
import { LegendBand, LegendLine } from './legend.tsx';

/** Reward over steps: as judged, as trained, the share without a verdict beneath, version changes marked. */
export function RewardChart({
  bins,
  markers,
}: {
  readonly bins: readonly StepBin[];
  readonly markers: readonly StepMarker[];
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const goTo = useGoTo();
  const rewards = bins.flatMap((bin) => [bin.reward_mean ?? 0, bin.reward_mean_as_trained ?? 0]);
  const axis = niceAxis(Math.min(0, ...rewards), Math.max(1, ...rewards), 4);
  const first = bins.find((bin) => bin.reward_mean !== null);
  const last = bins.findLast((bin) => bin.reward_mean !== null);
  const worst = bins.reduce<StepBin | null>(
    (found, bin) => ((bin.unjudged_share ?? 0) > (found?.unjudged_share ?? 0) ? bin : found),
    null,
  );
  return (
    <ChartFrame
      title={t('chart.reward')}
      height={225}
      legend={[
        { text: t('chart.judged'), sign: <LegendLine color="var(--accent)" /> },
        { text: t('chart.asTrained'), sign: <LegendLine color="var(--pass-solid)" dashed /> },
        { text: t('chart.unjudged'), sign: <LegendBand /> },
      ]}
      summary={
        first === undefined || last === undefined
          ? t('chart.noSteps')
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
        ],
        rows: bins.map((bin) => [
          bin.step_low,
          bin.step_high,
          bin.rows,
          bin.judged,
          bin.reward_mean,
          bin.reward_mean_as_trained,
          bin.success_rate,
          bin.unjudged_share,
        ]),
        links: bins.map((bin) => hrefTo('verdicts', { and: binClauses(bin) })),
      }}
    >
      {bins.length === 0 ? (
        <p className="muted">{t('chart.noSteps')}</p>
      ) : (
        <Plot
          x={stepAxis(bins, 8)}
          y={{ ...axis, write: (value) => figures.number(value, 2) }}
          points={bins.map(middle)}
          layers={[
            { kind: 'area', values: bins.map((bin) => bin.unjudged_share), color: 'var(--chart-band)' },
            {
              kind: 'line',
              values: bins.map((bin) => bin.reward_mean_as_trained),
              color: 'var(--pass-solid)',
              dashed: true,
            },
            { kind: 'line', values: bins.map((bin) => bin.reward_mean), color: 'var(--accent)' },
          ]}
          marks={changesIn(markers, bins, true)}
          onPick={(index) => {
            const bin = bins[index];
            if (bin !== undefined) goTo('verdicts', { and: binClauses(bin) });
          }}
          tip={(index) => {
            const bin = bins[index];
            return (
              <StepTip
                bin={bin}
                lines={[
                  { name: t('chart.judged'), value: figures.fixed(bin?.reward_mean, 3) },
                  { name: t('chart.asTrained'), value: figures.fixed(bin?.reward_mean_as_trained, 3) },
                  { name: t('chart.success'), value: figures.percent(bin?.success_rate) },
                  { name: t('chart.unjudged'), value: figures.percent(bin?.unjudged_share) },
                  { name: t('chart.rows'), value: figures.number(bin?.rows) },
                ]}
              />
            );
          }}
        />
      )}
    </ChartFrame>
  );
}
