import { requirePart } from './count.ts';
import type { Interval } from './interval.ts';
import { wilsonOfRate } from './wilson.ts';

/** What one cluster (a task) contributes: `n` rows, `y` of them successes. */
export interface ClusterCount {
  readonly n: number;
  readonly y: number;
}

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
  let n = 0;
  let successes = 0;
  let squares = 0;
  let count = 0;
  let largest = 0;
  for (const cluster of clusters) {
    requirePart('the successes of a cluster', cluster.y, cluster.n);
    if (cluster.n === 0) continue;
    n += cluster.n;
    successes += cluster.y;
    squares += cluster.n * cluster.n;
    count += 1;
    largest = Math.max(largest, cluster.n);
  }
  const method = largest > 1 ? 'cluster' : 'wilson';
  const counted = { n, successes, method, clusters: count } as const;
  if (n === 0) return { ...counted, rate: null, interval: null, effectiveN: null, fewClusters: false };
  const rate = successes / n;
  if (method === 'wilson')
    return { ...counted, rate, interval: wilsonOfRate(rate, n), effectiveN: n, fewClusters: false };
  const effectiveN = count === 1 ? null : effectiveSize(clusters, rate, n, squares, count);
  return {
    ...counted,
    rate,
    interval: effectiveN === null ? null : wilsonOfRate(rate, effectiveN),
    effectiveN,
    fewClusters: count < FEW_CLUSTERS,
  };
}

function effectiveSize(
  clusters: readonly ClusterCount[],
  rate: number,
  n: number,
  squares: number,
  count: number,
): number {
  if (rate === 0 || rate === 1) return (n * n) / squares;
  let between = 0;
  for (const cluster of clusters) between += (cluster.y - rate * cluster.n) ** 2;
  const variance = ((count / (count - 1)) * between) / (n * n);
  return variance === 0 ? n : Math.min(n, (rate * (1 - rate)) / variance);
}
