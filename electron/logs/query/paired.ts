import { mcnemar } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import { select } from './selection.ts';

/** Verdicts of two rubric versions on the same trajectories; `pass_fail`: a passed it, b failed it. */
export interface PairedCounts {
  readonly pass_pass: number;
  readonly pass_fail: number;
  readonly fail_pass: number;
  readonly fail_fail: number;
}

export interface PairedVersions extends PairedCounts {
  readonly a: string;
  readonly b: string;
  /** Trajectories with a verdict of both versions by the same judge. */
  readonly paired: number;
  /** Trajectories (per judge) with a verdict of one version alone. */
  readonly only_a: number;
  readonly only_b: number;
  /** Exact McNemar over all paired trajectories: they *changed*, which is not to say for the better. */
  readonly p: number;
  /** The same table among true successes and among true failures; null where no paired trajectory is one. */
  readonly true_successes: PairedCounts | null;
  readonly true_failures: PairedCounts | null;
  /** Among true successes: b passes what a failed, and the reverse; null where there are none. */
  readonly fn_fixed: number | null;
  readonly fn_introduced: number | null;
  /** Among true failures: b passes what a failed, and the reverse; null where there are none. */
  readonly fp_introduced: number | null;
  readonly fp_fixed: number | null;
}

/**
 * Compares two rubric versions on the trajectories that both judged, judge by judge.
 *
 * Where a trajectory has several verdicts of one version by one judge, the first in the order of time, then of file,
 * line and object speaks for it: a rule that does not look at the verdict cannot favour a version. Rows without an
 * identity of their own cannot be paired.
 *
 * @returns null where no trajectory has both
 */
export async function pairedVersions(
  store: LogStore,
  a: string,
  b: string,
  filter = '',
): Promise<PairedVersions | null> {
  const { where } = await select(store, filter);
  const rows = await store.all<{
    pa: boolean | null;
    pb: boolean | null;
    truth: boolean | null;
    n: number;
  }>(
    `WITH chosen AS (
       SELECT trajectory, judge_model, rubric_version, truth,
              first(passed ORDER BY "timestamp" NULLS LAST, source_id, line, part) AS passed
         FROM verdicts
        WHERE trajectory IS NOT NULL AND passed IS NOT NULL AND rubric_version IN (?, ?) AND (${where.sql})
        GROUP BY ALL),
     sides AS (
       SELECT trajectory, judge_model, any_value(truth) AS truth,
              any_value(passed) FILTER (rubric_version = ?) AS pa,
              any_value(passed) FILTER (rubric_version = ?) AS pb
         FROM chosen GROUP BY trajectory, judge_model)
     SELECT pa, pb, truth, count(*) AS n FROM sides GROUP BY ALL`,
    [a, b, ...where.params, a, b],
  );
  const count = (test: (row: (typeof rows)[number]) => boolean): number =>
    rows.reduce((sum, row) => (test(row) ? sum + row.n : sum), 0);
  const table = (test: (truth: boolean | null) => boolean): PairedCounts => ({
    pass_pass: count((row) => row.pa === true && row.pb === true && test(row.truth)),
    pass_fail: count((row) => row.pa === true && row.pb === false && test(row.truth)),
    fail_pass: count((row) => row.pa === false && row.pb === true && test(row.truth)),
    fail_fail: count((row) => row.pa === false && row.pb === false && test(row.truth)),
  });
  const all = table(() => true);
  const both = sizeOf(all);
  if (both === 0) return null;
  const successes = orNull(table((truth) => truth === true));
  const failures = orNull(table((truth) => truth === false));
  return {
    a,
    b,
    paired: both,
    only_a: count((row) => row.pa !== null && row.pb === null),
    only_b: count((row) => row.pa === null && row.pb !== null),
    ...all,
    p: mcnemar(all.fail_pass, all.pass_fail).p,
    true_successes: successes,
    true_failures: failures,
    fn_fixed: successes?.fail_pass ?? null,
    fn_introduced: successes?.pass_fail ?? null,
    fp_introduced: failures?.fail_pass ?? null,
    fp_fixed: failures?.pass_fail ?? null,
  };
}

function sizeOf(counts: PairedCounts): number {
  return counts.pass_pass + counts.pass_fail + counts.fail_pass + counts.fail_fail;
}

function orNull(counts: PairedCounts): PairedCounts | null {
  return sizeOf(counts) === 0 ? null : counts;
}
