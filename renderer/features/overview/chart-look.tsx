import { useTranslation } from 'react-i18next';
import type { StepBin, StepMarker } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';
import { hrefTo, useFilter } from '../../app/location.ts';
import { withStepRange } from '../../app/step-range.ts';
import type { LegendItem } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import type { PlotAxis, PlotMark, PlotProps } from '../../ui/plot.tsx';
import { niceTicks } from '../../ui/plot-scale.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { LegendMark } from './legend.tsx';

type Steps = Pick<StepBin, 'step_low' | 'step_high'>;

/** A bin as the step it is drawn at: its middle. */
export function middle(bin: Steps): number {
  return (bin.step_low + bin.step_high) / 2;
}

/** The condition that picks a bin's rows. */
export function binClauses(bin: Steps): string[] {
  return bin.step_low === bin.step_high
    ? [`step = ${bin.step_low}`]
    : [`step >= ${bin.step_low}`, `step <= ${bin.step_high}`];
}

export function stepsOf(bin: Steps): string {
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

/** The rubric versions and judges that first appear after the charts' first steps: there something changed. */
export function changesAmong(
  markers: readonly StepMarker[],
  bins: readonly StepBin[],
): readonly StepMarker[] {
  const first = bins[0];
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return [];
  return markers.filter((marker) => marker.step > first.step_high && marker.step <= last.step_high);
}

/** The changes as marks of a chart; named where the chart has room for names. */
export function marksOf(
  changes: readonly StepMarker[],
  bins: readonly StepBin[],
  named: boolean,
): readonly PlotMark[] {
  const last = bins.at(-1);
  if (last === undefined) return [];
  return changes.map((change) => ({
    x: Math.min(change.step, middle(last)),
    label: named ? change.value : null,
    kind: change.field === 'rubric_version' ? ('version' as const) : ('judge' as const),
  }));
}

/** Changes a tip names; the rest are counted. */
const notedChanges = 4;

/** What every chart over steps has in common: where it stands, what is linked, and how a range of steps is taken. */
export function useSteps(
  bins: readonly StepBin[],
  markers: readonly StepMarker[],
  more: readonly string[] = [],
) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const { filter, setFilter } = useFilter();
  const changes = changesAmong(markers, bins);
  const href = (index: number): string => {
    const bin = bins[index];
    return hrefTo('verdicts', { and: bin === undefined ? [] : [...binClauses(bin), ...more] });
  };
  const spanOf = (from: number, to: number) => {
    const first = bins[from];
    const last = bins[to];
    return first === undefined || last === undefined
      ? null
      : { step_low: first.step_low, step_high: last.step_high };
  };
  const notes = (index: number): readonly string[] => {
    const bin = bins[index];
    if (bin === undefined) return [];
    const here = changes.filter(({ step }) => step >= bin.step_low && step <= bin.step_high);
    const named = here
      .slice(0, notedChanges)
      .map(({ field, step, value }) => t(`change.${field}`, { step, value: visibleText(value) }));
    return here.length > notedChanges
      ? [...named, t('change.more', { n: figures.number(here.length - notedChanges) })]
      : named;
  };
  const legend = (['rubric_version', 'judge_model'] as const).flatMap((field): LegendItem[] => {
    const count = changes.filter((change) => change.field === field).length;
    return count === 0
      ? []
      : [
          {
            text: t(`change.count.${field}`, { count }),
            sign: <LegendMark kind={field === 'rubric_version' ? 'version' : 'judge'} />,
            title: t('change.countTitle'),
            href: hrefTo('overview', { by: field }),
          },
        ];
  });
  const plot = {
    points: bins.map(middle),
    href,
    rangeName: (from, to) => {
      const span = spanOf(from, to);
      return span === null ? '' : t('chart.steps', { steps: stepsOf(span) });
    },
    onRange:
      bins.length < 2
        ? undefined
        : (from, to) => {
            const span = spanOf(from, to);
            if (span !== null) setFilter(withStepRange(filter, { from: span.step_low, to: span.step_high }));
          },
  } satisfies Partial<PlotProps>;
  return { plot, changes, legend, notes, links: bins.map((_, index) => href(index)) };
}

/** The versions and judges that begin in each bin, as a column of the chart's data. */
export function changeColumn(
  changes: readonly StepMarker[],
  bins: readonly StepBin[],
): readonly (string | null)[] {
  return bins.map((bin) => {
    const here = changes.filter(({ step }) => step >= bin.step_low && step <= bin.step_high);
    return here.length === 0
      ? null
      : here.map(({ field, value, step }) => `${equals(field, value)} (${step})`).join('; ');
  });
}
