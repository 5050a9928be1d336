import { useTranslation } from 'react-i18next';
import type { OverviewView } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';
import { hrefTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { IntervalPlot } from '../../ui/interval-plot.tsx';

/** False negatives by category where there is truth; the judge's success rate where there is none. */
export function CategoryBars({
  view,
  height = 160,
}: {
  readonly view: OverviewView;
  readonly height?: number;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const truth = view.by_category.some((one) => one.fn_rate !== null);
  const rows = view.by_category
    .map((one) => ({ ...one, value: truth ? one.fn_rate : one.success_rate }))
    .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  // Without a single verdict there is nothing to compare.
  if (rows.every((one) => one.value === null)) return null;
  const top = truth
    ? Math.min(1, Math.max(0.05, ...rows.map((one) => one.fn_interval?.[1] ?? one.value ?? 0)))
    : 1;
  const title = truth ? t('category.fn') : t('category.success');
  return (
    <ChartFrame
      title={title}
      height={height}
      summary={rows.map((one) => `${one.category ?? t('unnamed')}: ${figures.percent(one.value)}`).join('; ')}
      data={{
        columns: ['category', 'rows', 'judged', 'truth_n', 'fn_rate', 'fn_low', 'fn_high', 'success_rate'],
        rows: rows.map((one) => [
          one.category,
          one.rows,
          one.judged,
          one.truth_n,
          one.fn_rate,
          one.fn_interval?.[0] ?? null,
          one.fn_interval?.[1] ?? null,
          one.success_rate,
        ]),
        links: rows.map((one) => hrefTo('verdicts', { and: [equals('category', one.category)] })),
      }}
      legend={[{ sign: null, text: t('common:chart.scaleTo', { top: figures.percent(top, 0) }) }]}
    >
      <IntervalPlot
        top={top}
        tone={truth ? 'fail' : 'accent'}
        rows={rows.map((one) => {
          const category = equals('category', one.category);
          const to = (...more: string[]) => hrefTo('verdicts', { and: [category, ...more] });
          return {
            name: one.category ?? t('unnamed'),
            value: one.value,
            interval: truth ? one.fn_interval : null,
            n: truth ? one.truth_n : one.judged,
            href: to(),
            rateHref: to(truth ? 'false_negative' : 'passed'),
            nHref: truth ? to('truth', 'judged') : to('judged'),
          };
        })}
      />
    </ChartFrame>
  );
}
