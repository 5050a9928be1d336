import { useTranslation } from 'react-i18next';
import { ReferenceLine } from 'recharts';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import styles from './overview.module.css';

/** The look all charts share. */
export const axis = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--muted)', fontSize: 11 },
  tickLine: false,
  axisLine: false,
} as const;

export const grid = { stroke: 'var(--chart-grid)', vertical: false } as const;

/** Round values between two bounds, `count` of them or a few less. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || count < 2) return [low];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1)
    ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

/** The steps a chart spans, and round steps to write below it. */
export function stepAxis(bins: readonly StepBin[], count: number) {
  const low = bins[0] === undefined ? 0 : middle(bins[0]);
  const last = bins.at(-1);
  const high = last === undefined ? 1 : middle(last);
  const domain: [number, number] = low === high ? [low - 1, high + 1] : [low, high];
  return { ...axis, dataKey: 'at', type: 'number' as const, domain, ticks: niceTicks(low, high, count) };
}

/** A bin as the step it is drawn at: its middle. */
export function middle(bin: Pick<StepBin, 'step_low' | 'step_high'>): number {
  return (bin.step_low + bin.step_high) / 2;
}

/** The condition that picks a bin's rows. */
export function binClauses(bin: Pick<StepBin, 'step_low' | 'step_high'>): string[] {
  return bin.step_low === bin.step_high
    ? [`step = ${bin.step_low}`]
    : [`step >= ${bin.step_low}`, `step <= ${bin.step_high}`];
}

export function stepsOf(bin: Pick<StepBin, 'step_low' | 'step_high'>): string {
  return bin.step_low === bin.step_high ? String(bin.step_low) : `${bin.step_low}–${bin.step_high}`;
}

/** Where a rubric version or a judge first appears; the ones that stand at the first step mark nothing. */
export function markerLines(markers: readonly StepMarker[], bins: readonly StepBin[], named: boolean) {
  const first = bins[0]?.step_low;
  const last = bins.at(-1)?.step_high;
  return markers
    .filter(
      (marker) => first !== undefined && last !== undefined && marker.step > first && marker.step <= last,
    )
    .map((marker, at) => (
      <ReferenceLine
        key={`${marker.field}:${marker.value}`}
        x={marker.step}
        stroke="var(--accent)"
        strokeDasharray="3 3"
        {...(named
          ? {
              label: {
                value: marker.value,
                position: 'insideTopLeft' as const,
                fill: 'var(--accent-text)',
                fontSize: 11,
                dy: (at % 2) * 13,
              },
            }
          : {})}
      />
    ));
}

/** What the pointer stands on: the steps and each line's figure. */
export function StepTip({
  bin,
  lines,
}: {
  readonly bin: StepBin | undefined;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
}) {
  const { t } = useTranslation('overview');
  if (bin === undefined) return null;
  return (
    <div className={styles.tip}>
      <strong>{t('chart.steps', { steps: stepsOf(bin) })}</strong>
      <dl>
        {lines.map((line) => (
          <div key={line.name}>
            <dt>{line.name}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
      <span className="muted">{t('chart.click')}</span>
    </div>
  );
}
