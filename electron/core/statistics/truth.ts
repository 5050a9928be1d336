import { agreementOfTable } from './agreement.ts';
import { type ClusteredRate, clusteredRate } from './cluster.ts';

/** Judge against truth: `fn` the judge failed what truly succeeded, `fp` it passed what truly failed. */
export interface TruthCounts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
}

/** Every share is null where its denominator is 0. */
export interface TruthFigures extends TruthCounts {
  readonly n: number;
  /** fn / (fn + tp): of the true successes, how many the judge failed. */
  readonly fn_rate: number | null;
  /** fp / (fp + tn): of the true failures, how many the judge passed. */
  readonly fp_rate: number | null;
  /** fn / (fn + tn): of the judge's failures, how many truly succeeded. */
  readonly false_omission: number | null;
  /** fp / (fp + tp): of the judge's passes, how many truly failed. */
  readonly false_discovery: number | null;
  readonly agreement: number | null;
  readonly kappa: number | null;
  readonly ac1: number | null;
}

/** Judge against truth, without intervals: those need to know which rows share a task. */
export function truthFigures({ tp, fp, fn, tn }: TruthCounts): TruthFigures {
  const { n, agreement, kappa, ac1 } = agreementOfTable([
    [tp, fn],
    [fp, tn],
  ]);
  return {
    n,
    tp,
    fp,
    fn,
    tn,
    fn_rate: share(fn, fn + tp),
    fp_rate: share(fp, fp + tn),
    false_omission: share(fn, fn + tn),
    false_discovery: share(fp, fp + tp),
    agreement,
    kappa,
    ac1,
  };
}

export interface TruthOfClusters extends TruthFigures {
  readonly falseNegatives: ClusteredRate;
  readonly falsePositives: ClusteredRate;
}

/**
 * Judge against truth with intervals of both error rates.
 *
 * @param clusters the counts of each task; rows that share none come as a cluster each
 */
export function truthOfClusters(clusters: readonly TruthCounts[]): TruthOfClusters {
  const total = { tp: 0, fp: 0, fn: 0, tn: 0 };
  for (const cluster of clusters) {
    total.tp += cluster.tp;
    total.fp += cluster.fp;
    total.fn += cluster.fn;
    total.tn += cluster.tn;
  }
  return {
    ...truthFigures(total),
    falseNegatives: clusteredRate(clusters.map(({ tp, fn }) => ({ n: tp + fn, y: fn }))),
    falsePositives: clusteredRate(clusters.map(({ fp, tn }) => ({ n: fp + tn, y: fp }))),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
