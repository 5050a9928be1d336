import type { TFunction } from 'i18next';
import type { Diagnosis } from '../../../electron/api/types.ts';
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
