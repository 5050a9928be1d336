import type { TFunction } from 'i18next';
import type { Diagnosis } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import type { Figures } from '../../ui/figures.ts';

export type Check = Diagnosis['checks'][number];

export function boundsOf(check: Check): readonly [number, number] | null {
  return check.interval === null ? null : [check.interval.low, check.interval.high];
}

/** One check as part of a sentence, with its figure, interval and n. */
export function checkPhrase(t: TFunction<'overview'>, figures: Figures, check: Check): string {
  const bounds = boundsOf(check);
  const n = t(`units.${check.unit}`, { n: figures.number(check.n) });
  const sameStep = check.window !== null && check.window.from === check.window.to;
  return t(sameStep ? 'phrase.unjudged_step' : `phrase.${check.code}`, {
    value: figures.percent(check.value),
    evidence: bounds === null ? n : `${figures.interval(bounds)}, ${n}`,
    from: check.window?.from ?? '',
    to: check.window?.to ?? '',
  });
}

/** The rows behind a check's figure, among those `group` picks; the screen that shows them where they are no verdicts. */
export function checkHref(check: Check, group: readonly string[]): string {
  const rows = (...more: string[]) => hrefTo('verdicts', { and: [...group, ...more] });
  switch (check.code) {
    case 'unjudged_overall':
      return rows('unjudged');
    case 'unjudged_window':
      return check.window === null
        ? rows('unjudged')
        : rows(`step >= ${check.window.from}`, `step <= ${check.window.to}`, 'unjudged');
    case 'steady_false_negatives':
    case 'false_negatives':
      return rows('false_negative');
    case 'steady_false_positives':
    case 'false_positives':
      return rows('false_positive');
    case 'noise_share':
      return hrefTo('variance');
    case 'near_pair_misselection':
      return hrefTo('pairs', { bucket: 'near', outcome: 'misselected' });
    default:
      return assertNever(check.code);
  }
}

function assertNever(code: never): never {
  throw new Error(`no rows are known for ${String(code)}`);
}
