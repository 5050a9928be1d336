import type { ClusterSums } from '../../../core/statistics/index.ts';
import { type Clusters, type GroupClusters, noClusters } from '../clusters.ts';
import { type GroupKey, keyText } from '../group-key.ts';
import type { HeldGroups, Mask } from './held-groups.ts';
import type { HeldRows } from './held-rows.ts';

/** Of a kind of row, as small numbers. */
const unjudged = 2;

/**
 * The clusters of `clustersOf`, from one walk over the rows, which stand in the order of their clusters.
 *
 * @param categories whether those are wanted too
 */
export function heldClusters(
  { kind, kinds, clusters }: HeldRows,
  key: GroupKey,
  { of, keys }: HeldGroups,
  mask: Mask,
  categories: boolean,
): Clusters {
  const passed = Uint8Array.from(kinds, (each) => (each.passed === null ? unjudged : Number(each.passed)));
  const truth = Uint8Array.from(kinds, (each) => (each.truth === null ? unjudged : Number(each.truth)));
  const names = [...new Set(kinds.map((each) => each.category))];
  const category = Uint16Array.from(kinds, (each) => names.indexOf(each.category));
  const groups = keys.length;
  // Three kinds of sums of each group, of everything, and of each category: judged, true failures, true successes.
  const whole = groups;
  const firstCategory = groups + 1;
  const tally = new Tally(3 * (firstCategory + names.length));
  for (let cluster = 0; cluster + 1 < clusters.length; cluster += 1) {
    const end = clusters[cluster + 1] ?? 0;
    for (let at = clusters[cluster] ?? 0; at < end; at += 1) {
      if (mask !== null && mask[at] !== 1) continue;
      const row = kind[at] ?? 0;
      const verdict = passed[row] ?? unjudged;
      if (verdict === unjudged) continue;
      const group = of[at] ?? groups;
      tally.add(3 * whole, verdict);
      if (group < groups) tally.add(3 * group, verdict);
      const known = truth[row] ?? unjudged;
      if (known === unjudged) continue;
      const wrong = verdict === known ? 0 : 1;
      tally.add(3 * whole + 1 + known, wrong);
      if (group < groups) tally.add(3 * group + 1 + known, wrong);
      if (categories) tally.add(3 * (firstCategory + (category[row] ?? 0)) + 1 + known, wrong);
    }
    tally.endCluster();
  }
  const of3 = (place: number): GroupClusters => ({
    judged: tally.sums(3 * place),
    failures: tally.sums(3 * place + 1),
    successes: tally.sums(3 * place + 2),
  });
  const found = new Map<string, GroupClusters>();
  for (const [number, row] of keys.entries()) {
    const sums = of3(number);
    if (sums.judged.n > 0) found.set(keyText(key, row), sums);
  }
  const byCategory = new Map<string | null, GroupClusters>();
  for (const [number, name] of names.entries()) {
    const { failures, successes } = of3(firstCategory + number);
    if (failures.n + successes.n > 0) byCategory.set(name, { ...noClusters, failures, successes });
  }
  return { groups: found, whole: of3(whole), categories: byCategory };
}

/** Sums over clusters (`ClusterSums`) of many sets at once, one cluster after another. */
class Tally {
  readonly #n: Float64Array;
  readonly #y: Float64Array;
  /** Sets that the cluster at hand has a row of. */
  readonly #met: Uint32Array;
  #metCount = 0;
  readonly #sums: Record<keyof ClusterSums, Float64Array>;

  constructor(size: number) {
    const zeros = () => new Float64Array(size);
    this.#n = zeros();
    this.#y = zeros();
    this.#met = new Uint32Array(size);
    this.#sums = {
      n: zeros(),
      y: zeros(),
      clusters: zeros(),
      largest: zeros(),
      nn: zeros(),
      yy: zeros(),
      ny: zeros(),
    };
  }

  add(set: number, success: number): void {
    const n = this.#n[set] ?? 0;
    if (n === 0) {
      this.#met[this.#metCount] = set;
      this.#metCount += 1;
    }
    this.#n[set] = n + 1;
    this.#y[set] = (this.#y[set] ?? 0) + success;
  }

  endCluster(): void {
    const { n, y, clusters, largest, nn, yy, ny } = this.#sums;
    for (let each = 0; each < this.#metCount; each += 1) {
      const set = this.#met[each] ?? 0;
      const rows = this.#n[set] ?? 0;
      const successes = this.#y[set] ?? 0;
      this.#n[set] = 0;
      this.#y[set] = 0;
      n[set] = (n[set] ?? 0) + rows;
      y[set] = (y[set] ?? 0) + successes;
      clusters[set] = (clusters[set] ?? 0) + 1;
      if (rows > (largest[set] ?? 0)) largest[set] = rows;
      nn[set] = (nn[set] ?? 0) + rows * rows;
      yy[set] = (yy[set] ?? 0) + successes * successes;
      ny[set] = (ny[set] ?? 0) + rows * successes;
    }
    this.#metCount = 0;
  }

  sums(set: number): ClusterSums {
    const { n, y, clusters, largest, nn, yy, ny } = this.#sums;
    return {
      n: n[set] ?? 0,
      y: y[set] ?? 0,
      clusters: clusters[set] ?? 0,
      largest: largest[set] ?? 0,
      nn: nn[set] ?? 0,
      yy: yy[set] ?? 0,
      ny: ny[set] ?? 0,
    };
  }
}
