import { type IdentityKind, warningKinds } from '../../core/model/verdict.ts';
import type { Transaction } from '../log-store.ts';
import { flagKinds } from '../schema.ts';

/** What is counted of a source's rows once they are settled. */
export interface Tallies {
  readonly rows: number;
  /** Those of the lines from one on. */
  readonly added: number;
  readonly identity: IdentityKind | null;
  /** Warnings, what the reader noticed, and what else has a count, by its code. */
  readonly remarks: Readonly<Record<string, number>>;
}

/** Rows that agree in their bits: how many, by what names them. Null bits: all rows. */
interface Tally {
  readonly warnings: number | null;
  readonly flags: number | null;
  readonly n: number;
  readonly added: number;
  readonly keyless: number;
  readonly explicit: number;
  readonly hashed: number;
  readonly above_one: number;
}

/**
 * Counts everything in one pass over the rows.
 *
 * @param from line from which on rows count as added
 */
export async function talliesOf(tx: Transaction, sourceId: number, from: number): Promise<Tallies> {
  const found = await tx.all<Tally>(
    `WITH tallies AS MATERIALIZED (
       SELECT judge_model, rubric_version, warnings, flags, max(score) AS high, count(*) AS n,
              count(*) FILTER (line >= $from) AS added,
              count(*) FILTER (trajectory IS NULL) AS keyless,
              count(*) FILTER (trajectory IS NOT NULL AND explicit_id IS NOT NULL) AS explicit,
              count(*) FILTER (explicit_id IS NULL AND starts_with(trajectory, 'hash:')) AS hashed
         FROM verdicts WHERE source_id = $id GROUP BY ALL)
     SELECT warnings, flags, coalesce(sum(n), 0) AS n, coalesce(sum(added), 0) AS added, coalesce(sum(keyless), 0) AS keyless, coalesce(sum(explicit), 0) AS explicit, coalesce(sum(hashed), 0) AS hashed,
            (SELECT count(*) FROM (SELECT 1 FROM tallies GROUP BY judge_model, rubric_version HAVING max(high) > 1)) AS above_one
       FROM tallies GROUP BY GROUPING SETS ((), (warnings, flags))
     HAVING GROUPING(warnings) = 1 OR warnings <> 0 OR flags <> 0`,
    { id: sourceId, from },
  );
  const all = found.find(({ warnings }) => warnings === null);
  const { n = 0, added = 0, keyless = 0, explicit = 0, hashed = 0, above_one = 0 } = all ?? {};
  return {
    rows: n,
    added,
    identity: commonest({ line: keyless, task: n - keyless - explicit - hashed, hash: hashed, explicit }),
    remarks: {
      ...countsOfBits(found),
      without_identity: keyless,
      // Judges × rubric versions whose scores exceed 1: their scale has to be asked for.
      scale_unknown: above_one,
    },
  };
}

/** Of kinds that as many rows have, the weakest. */
function commonest(rows: Readonly<Record<IdentityKind, number>>): IdentityKind | null {
  const weakestFirst: readonly IdentityKind[] = ['line', 'task', 'hash', 'explicit'];
  const most = Math.max(...Object.values(rows));
  return most === 0 ? null : (weakestFirst.find((kind) => rows[kind] === most) ?? null);
}

function countsOfBits(tallies: readonly Tally[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { warnings, flags, n } of tallies) {
    if (warnings === null || flags === null) continue;
    for (const [bit, kind] of warningKinds.entries())
      if ((warnings & (1 << bit)) !== 0) counts[kind] = (counts[kind] ?? 0) + n;
    for (const [bit, kind] of flagKinds.entries())
      if ((flags & (1 << bit)) !== 0) counts[kind] = (counts[kind] ?? 0) + n;
  }
  return counts;
}
