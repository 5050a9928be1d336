import type { LogStore } from '../log-store.ts';

/** How many verdicts of the opened logs name each rubric version. */
export async function versionCounts(store: LogStore): Promise<ReadonlyMap<string, number>> {
  const rows = await store.all<{ version: string; rows: number }>(
    `SELECT rubric_version AS version, count(*) AS rows FROM verdicts
      WHERE rubric_version IS NOT NULL GROUP BY rubric_version ORDER BY rubric_version`,
  );
  return new Map(rows.map((row) => [row.version, row.rows]));
}
