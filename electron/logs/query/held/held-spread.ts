import { type GroupKey, keyText } from '../group-key.ts';
import { noSpread, type Spread, type Spreads } from '../spread.ts';
import type { HeldGroups, Mask } from './held-groups.ts';
import type { HeldRows } from './held-rows.ts';

/**
 * The spreads of latencies as `spreadOf` finds them: rows stand in the order of their latency, so that the value at a rank is
 * that of the row at which so many of its group have been met.
 */
export function heldSpread(
  { rows, timed, byLatency, latencies }: HeldRows,
  key: GroupKey,
  { of, keys }: HeldGroups,
  mask: Mask,
  permille: readonly number[],
): Spreads {
  const groups = keys.length;
  const n = new Uint32Array(groups + 1);
  let every = 0;
  for (let at = 0; at < rows; at += 1) {
    if (timed[at] === 0 || (mask !== null && mask[at] !== 1)) continue;
    const group = of[at] ?? groups;
    n[group] = (n[group] ?? 0) + 1;
    every += 1;
  }
  const spreads = Array.from({ length: groups }, (_, group) => new Ranks(n[group] ?? 0, permille));
  const whole = new Ranks(every, permille);
  const met = new Uint32Array(groups);
  const next = Uint32Array.from(spreads, ({ next }) => next);
  const sums = new Float64Array(groups + 1);
  let metOfAll = 0;
  for (let each = 0; each < byLatency.length; each += 1) {
    const at = byLatency[each] ?? rows;
    if (mask !== null && mask[at] !== 1) continue;
    const value = latencies[each] ?? 0;
    const group = of[at] ?? groups;
    sums[group] = (sums[group] ?? 0) + value;
    metOfAll += 1;
    if (metOfAll === whole.next) whole.reach(value);
    if (group >= groups) continue;
    const place = (met[group] ?? 0) + 1;
    met[group] = place;
    if (place === next[group]) next[group] = spreads[group]?.reach(value) ?? 0;
  }
  const found = new Map<string, Spread>();
  for (const [group, row] of keys.entries()) {
    const spread = spreads[group]?.spread(sums[group] ?? 0);
    if (spread !== undefined && spread.n > 0) found.set(keyText(key, row), spread);
  }
  return { groups: found, whole: whole.spread(sums.reduce((sum, each) => sum + each, 0)) };
}

/** The values at some ranks of `n` values that come in ascending order. */
class Ranks {
  readonly #n: number;
  /** Ascending: the first, the last, and those of the percentiles. */
  readonly #ranks: readonly number[];
  readonly #permille: readonly number[];
  readonly #values = new Map<number, number>();
  #at = 0;

  constructor(n: number, permille: readonly number[]) {
    this.#n = n;
    this.#permille = permille;
    const wanted = n === 0 ? [] : [1, n, ...permille.map((share) => this.#rankOf(share))];
    this.#ranks = [...new Set(wanted)].sort((a, b) => a - b);
  }

  /** The rank whose value is waited for; 0 where none is. */
  get next(): number {
    return this.#ranks[this.#at] ?? 0;
  }

  /** Takes the value at `next`, and gives the one after it. */
  reach(value: number): number {
    this.#values.set(this.next, value);
    this.#at += 1;
    return this.next;
  }

  spread(sum: number): Spread {
    if (this.#n === 0) return noSpread(this.#permille.length);
    const at = (rank: number): number | null => this.#values.get(rank) ?? null;
    return {
      n: this.#n,
      mean: sum / this.#n,
      min: at(1),
      max: at(this.#n),
      percentiles: this.#permille.map((share) => at(this.#rankOf(share))),
    };
  }

  /** Nearest rank, ⌈share · n⌉ and at least 1, in whole numbers (METHODS §2). */
  #rankOf(permille: number): number {
    return Math.max(1, Math.floor((this.#n * Math.trunc(permille) + 999) / 1000));
  }
}
