import { useTranslation } from 'react-i18next';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import { useGoTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { axis, binClauses, grid, markerLines, middle, StepTip, stepAxis, stepsOf } from './chart-look.tsx';
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
  const rows = bins.map((bin) => ({ ...bin, at: middle(bin) }));
  const rewards = bins.flatMap((bin) => [bin.reward_mean ?? 0, bin.reward_mean_as_trained ?? 0]);
  const domain: [number, number] = [Math.min(0, ...rewards), Math.max(1, ...rewards)];
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
      }}
    >
      {bins.length === 0 ? (
        <p className="muted">{t('chart.noSteps')}</p>
      ) : (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={rows}
            margin={{ top: 6, right: 14, bottom: 0, left: 0 }}
            style={{ cursor: 'pointer' }}
            onClick={(state) => {
              const bin = rows.find((row) => row.at === Number(state.activeLabel));
              if (bin !== undefined) goTo('verdicts', { and: binClauses(bin) });
            }}
          >
            <CartesianGrid {...grid} />
            <XAxis {...stepAxis(bins, 7)} />
            <YAxis
              {...axis}
              domain={domain}
              width={36}
              tickFormatter={(value: number) => figures.number(value, 2)}
            />
            <Area
              dataKey="unjudged_share"
              type="linear"
              stroke="none"
              fill="var(--chart-band)"
              fillOpacity={0.75}
              isAnimationActive={false}
              activeDot={false}
            />
            <Line
              dataKey="reward_mean_as_trained"
              type="linear"
              stroke="var(--pass-solid)"
              strokeDasharray="5 4"
              strokeWidth={1.5}
              dot={bins.length === 1}
              isAnimationActive={false}
            />
            <Line
              dataKey="reward_mean"
              type="linear"
              stroke="var(--accent)"
              strokeWidth={1.9}
              dot={bins.length === 1}
              isAnimationActive={false}
            />
            {markerLines(markers, bins, true)}
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--line-strong)' }}
              content={({ label }) => {
                const bin = rows.find((row) => row.at === Number(label));
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
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}
