import type { LogStore } from './log-store.ts';

/** reward ≥ `threshold` counts as success for rows without a verdict. */
export interface Threshold {
  /** A judge model, or `rubric version/judge model`; null for every row. */
  readonly target: string | null;
  readonly threshold: number;
}

export interface ThresholdTargets {
  /** The log's judges, with their rubric version where they have one, for a person. */
  readonly names: readonly string[];
  /** Everything a threshold may be stated for, beside all rows. */
  readonly targets: ReadonlySet<string>;
}

/** What thresholds can be stated for in the opened logs, sorted by rubric version and judge. */
export async function thresholdTargets(store: LogStore): Promise<ThresholdTargets> {
  const judges = await store.all<{ version: string | null; judge: string }>(
    `SELECT DISTINCT rubric_version AS version, judge_model AS judge FROM verdicts
      WHERE judge_model IS NOT NULL ORDER BY version, judge`,
  );
  return {
    names: judges.map(({ version, judge }) => (version === null ? judge : `${version}/${judge}`)),
    targets: new Set(judges.flatMap(({ version, judge }) => [judge, `${version ?? ''}/${judge}`])),
  };
}

/**
 * Decides the rows that carry a reward but no verdict by stated thresholds, and takes back what earlier ones decided.
 * The most particular one counts: version and judge, then judge, then all; of equal ones the last. A row whose judge
 * call failed stays unjudged. A row that has a score and no reward is decided by its score.
 *
 * @returns how many rows are decided now
 */
export async function applyThresholds(store: LogStore, thresholds: readonly Threshold[]): Promise<number> {
  return await store.transaction(async (tx) => {
    await tx.run(
      `UPDATE verdicts SET passed = NULL, unjudged = 'missing', by_threshold = false WHERE by_threshold`,
    );
    if (thresholds.length === 0) return 0;
    const all = thresholds.findLast(({ target }) => target === null);
    const named = new Map<string, number>();
    for (const { target, threshold } of thresholds) if (target !== null) named.set(target, threshold);
    const cases: string[] = [];
    const params: (string | number)[] = [];
    for (const subject of ["rubric_version || '/' || judge_model", 'judge_model'])
      for (const [target, threshold] of named) {
        cases.push(`WHEN ${subject} = ? THEN CAST(? AS DOUBLE)`);
        params.push(target, threshold);
      }
    if (all !== undefined) params.push(all.threshold);
    const otherwise = all === undefined ? 'NULL' : 'CAST(? AS DOUBLE)';
    const limit = cases.length === 0 ? otherwise : `CASE ${cases.join(' ')} ELSE ${otherwise} END`;
    return await tx.run(
      `UPDATE verdicts SET passed = d.value >= d.threshold, unjudged = NULL, by_threshold = true FROM (
         SELECT rowid AS id, coalesce(reward, unscaled_score, score) AS value, ${limit} AS threshold
           FROM verdicts WHERE passed IS NULL AND unjudged = 'missing') d
        WHERE verdicts.rowid = d.id AND d.value IS NOT NULL AND d.threshold IS NOT NULL`,
      params,
    );
  });
}
