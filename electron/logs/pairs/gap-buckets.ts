import { fail } from '../../core/model/failure.ts';
import type { AuditFigures } from '../../core/model/pair.ts';
import type { StoredPair } from './stored-pair.ts';

/** The edges of METHODS §6: near (−0.01, 0.2], small (0.2, 0.5], medium (0.5, 1], wide (1, 5]. */
export const defaultEdges: readonly number[] = [-0.01, 0.2, 0.5, 1, 5];
const fourNames = ['near', 'small', 'medium', 'wide'] as const;
const missing = 'missing';
const beyond = 'beyond';

export interface BucketRange {
  readonly label: string;
  readonly low: number | null;
  readonly high: number | null;
}

/** How pairs are told apart by how far their sides are from each other. */
export interface Bucketing {
  readonly source: AuditFigures['gap_source'];
  /** In the order they are shown; `missing` and `beyond` last. */
  readonly ranges: readonly BucketRange[];
  readonly gapOf: (pair: StoredPair) => number | null;
  readonly labelOf: (pair: StoredPair) => string;
}

/**
 * Buckets for a set of audits. Stated edges are applied to the gap; without them a `pair_group` chosen beforehand
 * comes first, because it cannot depend on the judge. The gap is an external one where any pair has it, else
 * `reward_gap`, which is the judge's own score difference and so circular. A gap is a distance: its sign is left out.
 * Intervals are open to the left and closed to the right; four of them are near, small, medium and wide, any other
 * number is named by its ends. A missing gap is never near, and one outside the edges is `beyond`.
 *
 * @param edges at least two ascending numbers; null for the default
 * @throws FailureError `bad_request` for edges that are not ascending numbers
 */
export function bucketing(pairs: readonly StoredPair[], edges: readonly number[] | null): Bucketing {
  if (edges === null && pairs.some((pair) => pair.pair_group !== null)) return byGroup(pairs);
  const bounds = edges ?? defaultEdges;
  const ascending = bounds.every(
    (edge, index) => Number.isFinite(edge) && edge > (bounds[index - 1] ?? -Infinity),
  );
  if (bounds.length < 2 || !ascending)
    throw fail(
      'bad_request',
      `Bucket edges must be at least two ascending numbers, not ${bounds.join(', ')}.`,
    );
  const source = sourceOf(pairs);
  const gapOf = (pair: StoredPair): number | null => distance(pair, source);
  const ranges = rangesOf(bounds);
  return {
    source,
    ranges: [
      ...ranges,
      { label: missing, low: null, high: null },
      { label: beyond, low: bounds.at(-1) ?? null, high: null },
    ],
    gapOf,
    labelOf: (pair) => {
      const gap = gapOf(pair);
      if (gap === null) return missing;
      const range = ranges.find(({ low, high }) => gap > low && gap <= high);
      return range?.label ?? beyond;
    },
  };
}

function byGroup(pairs: readonly StoredPair[]): Bucketing {
  const gapSource = sourceOf(pairs);
  const groups = new Set(pairs.map((pair) => pair.pair_group).filter((group) => group !== null));
  const known = ['near', 'small', 'medium', 'wide'].filter((name) => groups.has(name));
  const others = [...groups].filter((name) => !known.includes(name) && name !== missing).sort();
  return {
    source: 'pair_group',
    ranges: [...known, ...others, missing].map((label) => ({ label, low: null, high: null })),
    gapOf: (pair) => distance(pair, gapSource),
    labelOf: (pair) => pair.pair_group ?? missing,
  };
}

function sourceOf(pairs: readonly StoredPair[]): 'external' | 'judge_scores' | 'none' {
  if (pairs.some((pair) => pair.external_gap !== null)) return 'external';
  return pairs.some((pair) => pair.reward_gap !== null) ? 'judge_scores' : 'none';
}

function distance(pair: StoredPair, source: 'external' | 'judge_scores' | 'none'): number | null {
  const gap = source === 'external' ? pair.external_gap : source === 'judge_scores' ? pair.reward_gap : null;
  return gap === null ? null : Math.abs(gap);
}

function rangesOf(bounds: readonly number[]): readonly { label: string; low: number; high: number }[] {
  return bounds.slice(1).map((high, index) => {
    const low = bounds[index] ?? Number.NEGATIVE_INFINITY;
    const name = bounds.length === fourNames.length + 1 ? fourNames[index] : undefined;
    return { label: name ?? `(${low}, ${high}]`, low, high };
  });
}
