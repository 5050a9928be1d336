import { type Interval, sampleToDecide, splitRateBound } from '../statistics/index.ts';
import type { DiagnosisInput, RateFigure } from './input.ts';
import type { Thresholds } from './thresholds.ts';

export type CheckCode =
  | 'unjudged_overall'
  | 'unjudged_window'
  | 'noise_share'
  | 'steady_false_negatives'
  | 'false_negatives'
  | 'steady_false_positives'
  | 'false_positives'
  | 'near_pair_misselection';

/** What one more unit of evidence is. */
export type CheckUnit = 'rows' | 'true_successes' | 'true_failures' | 'repeated_items' | 'pairs';

/**
 * One figure held against its threshold. `fails`: the whole interval above it; `passes`: the whole interval below;
 * `open`: it straddles, or there is no interval; `missing`: no data.
 */
export interface Check {
  readonly code: CheckCode;
  readonly status: 'fails' | 'passes' | 'open' | 'missing';
  readonly value: number | null;
  readonly interval: Interval | null;
  /** In `unit`s. */
  readonly n: number;
  readonly unit: CheckUnit;
  readonly threshold: number;
  /** The steps of the worst window; null for every other check. */
  readonly window: { readonly from: number; readonly to: number } | null;
  /**
   * For an open or missing check, how many more units would settle it at the present rate (a missing one is reckoned
   * without a single error). Null where it is settled, or where no number would do.
   */
  readonly more: number | null;
}

/** The unjudged share of the whole log: a count, not an estimate, so it has no interval. */
export function unjudgedOverall({ unjudged }: DiagnosisInput, thresholds: Thresholds): Check {
  const value = unjudged.rows === 0 ? null : unjudged.unjudged / unjudged.rows;
  return {
    ...counted('unjudged_overall', unjudged.rows, value, thresholds.unjudgedShare),
    window: null,
  };
}

export function unjudgedWindow({ worstWindow }: DiagnosisInput, thresholds: Thresholds): Check {
  if (worstWindow === null || worstWindow.rows === 0)
    return { ...counted('unjudged_window', 0, null, thresholds.unjudgedShare), window: null };
  const { from, to, rows, unjudged } = worstWindow;
  const check = counted('unjudged_window', rows, unjudged / rows, thresholds.unjudgedShare);
  const tooThin = unjudged < thresholds.windowLeastUnjudged;
  return { ...check, status: tooThin ? 'passes' : check.status, window: { from, to } };
}

function counted(code: CheckCode, n: number, value: number | null, threshold: number): Omit<Check, 'window'> {
  const status = value === null ? 'missing' : value > threshold ? 'fails' : 'passes';
  return { code, status, value, interval: null, n, unit: 'rows', threshold, more: null };
}

/** @param noise null where there are no repeats, or none on the prompt of the training */
export function noiseShare(noise: DiagnosisInput['noise'], threshold: number): Check {
  const value = noise?.share ?? null;
  const interval = value === null ? null : (noise?.interval ?? null);
  const n = noise?.items ?? 0;
  const status = value === null ? 'missing' : against(interval, threshold);
  const more = status === 'open' && interval !== null ? moreItems(value ?? 0, interval, n, threshold) : null;
  return {
    code: 'noise_share',
    status,
    value,
    interval,
    n,
    unit: 'repeated_items',
    threshold,
    window: null,
    more,
  };
}

/**
 * A bootstrap interval narrows with √n: its distance from the figure must shrink to the threshold's. Where no item
 * split the bound is h·(1 − .05^(1/n)) and is solved for n; cut at 1 it does not say what h is.
 */
function moreItems(value: number, interval: Interval, n: number, threshold: number): number | null {
  if (value === threshold || n === 0) return null;
  if (value === 0) {
    if (interval.high >= 1) return null;
    const h = interval.high / splitRateBound(n);
    return Math.max(1, Math.ceil(Math.log(0.05) / Math.log(1 - threshold / h)) - n);
  }
  const bound = value > threshold ? value - interval.low : interval.high - value;
  const ratio = bound / Math.abs(threshold - value);
  return Math.max(1, Math.ceil(n * ratio * ratio) - n);
}

export function rateCheck(
  code: CheckCode,
  unit: CheckUnit,
  figure: RateFigure | null,
  threshold: number,
): Check {
  const value = figure?.rate ?? null;
  if (figure === null || value === null) {
    const more = sampleToDecide(0, threshold);
    return {
      code,
      status: 'missing',
      value: null,
      interval: null,
      n: 0,
      unit,
      threshold,
      window: null,
      more,
    };
  }
  const { interval, n, effectiveN } = figure;
  const status = against(interval, threshold);
  const more = status === 'open' ? moreRows(value, n, effectiveN, threshold) : null;
  return { code, status, value, interval, n, unit, threshold, window: null, more };
}

/** The size Wilson's interval needs, blown up by as much as clusters or weights already cost: n / effectiveN. */
function moreRows(value: number, n: number, effectiveN: number | null, threshold: number): number | null {
  const size = sampleToDecide(value, threshold);
  if (size === null || effectiveN === null || effectiveN === 0) return null;
  return Math.max(1, Math.ceil((size * n) / effectiveN) - n);
}

function against(interval: Interval | null, threshold: number): 'fails' | 'passes' | 'open' {
  if (interval === null) return 'open';
  if (interval.low > threshold) return 'fails';
  return interval.high < threshold ? 'passes' : 'open';
}
