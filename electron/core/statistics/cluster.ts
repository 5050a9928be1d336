import { requirePart } from './count.ts';
import type { Interval } from './interval.ts';
import { wilsonOfRate } from './wilson.ts';

/** What one cluster (a task) contributes: `n` rows, `y` of them successes. */
export interface ClusterCount {
  readonly n: number;
  readonly y: number;
}

/** Many clusters as the sums that a clustered rate needs; whole numbers, so nothing is lost in adding them up. */
export interface ClusterSums {
  readonly n: number;
  readonly y: number;
  /** Clusters with a row. */
  readonly clusters: number;
  /** Rows of the largest. */
  readonly largest: number;
  readonly nn: number;
  readonly yy: number;
  readonly ny: number;
}

export const NO_CLUSTERS: ClusterSums = { n: 0, y: 0, clusters: 0, largest: 0, nn: 0, yy: 0, ny: 0 };

export interface ClusteredRate {
  readonly n: number;
  readonly successes: number;
  /** successes / n; null where n = 0. */
  readonly rate: number | null;
  readonly interval: Interval | null;
  /** `cluster` as soon as any cluster holds more than one row. */
  readonly method: 'wilson' | 'cluster';
  readonly clusters: number;
  /** The number of independent rows that would carry as much information; null where it cannot be estimated. */
  readonly effectiveN: number | null;
  /** The variance between clusters is itself estimated, and from fewer than 30 it is estimated badly. */
  readonly fewClusters: boolean;
}

const FEW_CLUSTERS = 30;

/**
 * A rate whose rows may share clusters: rollouts of one task rise and fall together, so the plain interval is too
 * narrow. Wilson on n* = p(1−p)/V with V = G/(G−1)·Σ(y_g − p·n_g)²/n², never more than n.
 *
 * The edges:
 * - every cluster has one row: plain Wilson;
 * - one cluster of several rows: no interval, its variance cannot be seen;
 * - p = 0 or 1: V and p(1−p) are both 0, and how alike the rows of a cluster are cannot be seen. They are taken as
 *   wholly alike, the cautious end: n* = n²/Σn_g² (Kish), which is G for clusters of one size;
 * - every cluster at the same rate between 0 and 1: V = 0, so n* is the cap, n.
 *
 * @throws RangeError where some y exceeds its n
 */
export function clusteredRate(clusters: readonly ClusterCount[]): ClusteredRate {
  return clusteredRateOfSums(sumsOfClusters(clusters));
}

/** @throws RangeError where some y exceeds its n */
export function sumsOfClusters(clusters: readonly ClusterCount[]): ClusterSums {
  const sums: { -readonly [name in keyof ClusterSums]: number } = { ...NO_CLUSTERS };
  for (const { n, y } of clusters) {
    requirePart('the successes of a cluster', y, n);
    if (n === 0) continue;
    sums.n += n;
    sums.y += y;
    sums.clusters += 1;
    sums.largest = Math.max(sums.largest, n);
    sums.nn += n * n;
    sums.yy += y * y;
    sums.ny += n * y;
  }
  return sums;
}

/** The same from sums, for clusters that are counted where they lie. */
export function clusteredRateOfSums(sums: ClusterSums): ClusteredRate {
  const { n, y, clusters, largest } = sums;
  const method = largest > 1 ? 'cluster' : 'wilson';
  const counted = { n, successes: y, method, clusters } as const;
  if (n === 0) return { ...counted, rate: null, interval: null, effectiveN: null, fewClusters: false };
  const rate = y / n;
  if (method === 'wilson')
    return { ...counted, rate, interval: wilsonOfRate(rate, n), effectiveN: n, fewClusters: false };
  const effectiveN = clusters === 1 ? null : effectiveSize(sums, rate);
  return {
    ...counted,
    rate,
    interval: effectiveN === null ? null : wilsonOfRate(rate, effectiveN),
    effectiveN,
    fewClusters: clusters < FEW_CLUSTERS,
  };
}

function effectiveSize(sums: ClusterSums, rate: number): number {
  const { n, clusters } = sums;
  if (rate === 0 || rate === 1) return (n * n) / sums.nn;
  const variance = ((clusters / (clusters - 1)) * between(sums)) / (n * n);
  return variance === 0 ? n : Math.min(n, (rate * (1 - rate)) / variance);
}

/** Σ(y_g − p·n_g)² with p = y/n, as (n²Σy² − 2nyΣny + y²Σn²)/n²: in whole numbers, where nothing cancels. */
function between({ n, y, nn, yy, ny }: ClusterSums): number {
  const [rows, successes] = [BigInt(n), BigInt(y)];
  const squares =
    rows * rows * BigInt(yy) - 2n * rows * successes * BigInt(ny) + successes * successes * BigInt(nn);
  return Number(squares) / n / n;
}
