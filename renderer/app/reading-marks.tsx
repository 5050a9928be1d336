import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ScaleQuestion, ThresholdGroup } from '../../electron/api/types.ts';
import { useFigures } from '../ui/figures.ts';
import { useApiQuery } from './api.ts';
import { hrefTo } from './location.ts';
import styles from './reading-marks.module.css';
import { useThresholds } from './thresholds.ts';

/** Which judges a figure speaks of: of a version, of a model, of both; without either, of all. */
export type OfJudge = Readonly<Record<string, string | null | undefined>>;

/**
 * The badge of a figure that rests on what somebody stated: verdicts by a threshold, scores by a scale. Nothing where the
 * judge itself said all of it. Each opens the rows it touches.
 */
export function ReadingMarks({
  judge,
  clauses,
  figure,
}: {
  /** Several where the figure speaks of several groups. */
  readonly judge: OfJudge | readonly OfJudge[];
  /** The conditions that pick the rows of the figure, on top of the present filter. */
  readonly clauses: readonly string[];
  /** What the figure is made of. */
  readonly figure: 'verdicts' | 'scores';
}) {
  const { t } = useTranslation('reading');
  const figures = useFigures();
  const thresholds = useThresholds();
  const scales = useApiQuery('scales.questions', undefined, { keep: true });
  const judges: readonly OfJudge[] = isList(judge) ? judge : [judge];
  const touched = (one: ThresholdGroup | ScaleQuestion): boolean => judges.some((each) => isOf(one, each));
  const value =
    figure === 'verdicts'
      ? onlyValue(
          (thresholds.data ?? []).filter((one) => one.decided > 0 && touched(one)),
          (one) => one.threshold,
        )
      : onlyValue(
          (scales.data ?? []).filter((one) => one.answer?.top != null && one.beyond === 0 && touched(one)),
          (one) => one.answer?.top ?? null,
        );
  if (value === null) return null;
  const [one, several, title, clause] =
    figure === 'verdicts'
      ? (['mark.threshold', 'mark.thresholds', 'mark.thresholdTitle', 'by_threshold'] as const)
      : (['mark.scale', 'mark.scales', 'mark.scaleTitle', 'warning = rescaled'] as const);
  return (
    <Link
      href={hrefTo('verdicts', { and: [...clauses, clause] })}
      className={styles.mark}
      title={t(title)}
      data-mark={figure}
    >
      {value === 'several' ? t(several) : t(one, { value: figures.number(value, 6) })}
    </Link>
  );
}

function isList(judge: OfJudge | readonly OfJudge[]): judge is readonly OfJudge[] {
  return Array.isArray(judge);
}

function isOf(one: ThresholdGroup | ScaleQuestion, judge: OfJudge): boolean {
  return (
    (judge.rubric_version === undefined || judge.rubric_version === one.rubric_version) &&
    (judge.judge_model === undefined || judge.judge_model === one.judge_model)
  );
}

/** The one value that all share; null where there is none at all. */
function onlyValue<T>(list: readonly T[], value: (one: T) => number | null): number | 'several' | null {
  const values = new Set(list.map(value));
  const [first] = values;
  if (first === undefined) return null;
  return values.size > 1 || first === null ? 'several' : first;
}
