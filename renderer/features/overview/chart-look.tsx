import { useTranslation } from 'react-i18next';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import type { PlotAxis, PlotMark } from '../../ui/plot.tsx';
import { niceTicks } from '../../ui/plot-scale.ts';

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

/** The steps a chart spans, and round steps to write below it. */
export function stepAxis(bins: readonly StepBin[], count: number): PlotAxis {
  const low = bins[0] === undefined ? 0 : middle(bins[0]);
  const last = bins.at(-1);
  const high = last === undefined ? 1 : middle(last);
  return {
    domain: low === high ? [low - 1, high + 1] : [low, high],
    ticks: niceTicks(low, high, count).filter(Number.isInteger),
    write: String,
  };
}

/** Where a rubric version or a judge first appears; the ones that stand at the first step mark nothing. */
export function changesIn(
  markers: readonly StepMarker[],
  bins: readonly StepBin[],
  named: boolean,
): readonly PlotMark[] {
  const first = bins[0];
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return [];
  return markers
    .filter((marker) => marker.step > first.step_high && marker.step <= last.step_high)
    .map((marker) => ({
      x: Math.min(marker.step, middle(last)),
      label: named ? marker.value : null,
      kind: 'change' as const,
    }));
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
    <>
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
    </>
  );
}
