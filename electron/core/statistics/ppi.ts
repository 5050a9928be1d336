import { clippedInterval, type Interval, Z95 } from './interval.ts';
import { mean, populationSd } from './moments.ts';

/** A labelled row: truth Y and verdict F, each 1 or 0. */
export interface LabelledRow {
  readonly truth: number;
  readonly verdict: number;
}

export interface PredictionPowered {
  readonly lambda: number;
  readonly theta: number;
  readonly se: number;
  /** θ ± z·SE cut to [0, 1]; null below two labels. */
  readonly interval: Interval | null;
}

/**
 * PPI++ (Angelopoulos, Duchi and Zrnic 2023): the true rate from a few labels and many verdicts,
 * θ = λ·mean(F_unlabelled) + mean(Y − λF_labelled), SE² = λ²Var(F_U)/N + Var(Y − λF_L)/n with population variances.
 * Holds for labels drawn uniformly; not for labels a person or a ranking chose.
 *
 * @param lambda the weight of the verdicts: 0 ignores them, 1 is plain PPI; by default `ppiLambda`
 * @returns null without a label or without an unlabelled verdict
 */
export function predictionPowered(
  labelled: readonly LabelledRow[],
  unlabelled: readonly number[],
  lambda: number = ppiLambda(labelled, unlabelled),
): PredictionPowered | null {
  const residuals = labelled.map(({ truth, verdict }) => truth - lambda * verdict);
  const residual = mean(residuals);
  const residualSd = populationSd(residuals);
  const rate = mean(unlabelled);
  const rateSd = populationSd(unlabelled);
  if (residual === null || residualSd === null || rate === null || rateSd === null) return null;
  const theta = lambda * rate + residual;
  const se = Math.sqrt((lambda * rateSd) ** 2 / unlabelled.length + residualSd ** 2 / labelled.length);
  const interval = labelled.length < 2 ? null : clippedInterval(theta - Z95 * se, theta + Z95 * se, 0, 1);
  return { lambda, theta, se, interval };
}

/**
 * The weight that makes the variance smallest: λ* = Cov(Y, F)/((1 + n/N)·Var(F)), cut to [0, 1]. The covariance is
 * over the labels and divides by n; the variance is over labelled and unlabelled verdicts together and divides by
 * one less than their number.
 *
 * @returns 0 where the verdicts do not vary or a side is empty
 */
export function ppiLambda(labelled: readonly LabelledRow[], unlabelled: readonly number[]): number {
  const truthMean = mean(labelled.map((row) => row.truth));
  const verdictMean = mean(labelled.map((row) => row.verdict));
  const pooled = [...labelled.map((row) => row.verdict), ...unlabelled];
  const pooledSd = populationSd(pooled);
  if (truthMean === null || verdictMean === null || unlabelled.length === 0 || !pooledSd) return 0;
  let products = 0;
  for (const { truth, verdict } of labelled) products += (truth - truthMean) * (verdict - verdictMean);
  const covariance = products / labelled.length;
  const variance = (pooledSd ** 2 * pooled.length) / (pooled.length - 1);
  const best = covariance / ((1 + labelled.length / unlabelled.length) * variance);
  return Math.min(1, Math.max(0, best));
}
