import { warningKinds } from '../../core/model/verdict.ts';
import type { Transaction } from '../log-store.ts';
import type { Amended } from './amend-log.ts';

/**
 * Warns of the rows that stand behind one with a later time. Most logs have none, which is found out in a ninth of the time
 * that a sort and a window take.
 */
export async function markOutOfOrder(tx: Transaction, amended: Amended): Promise<void> {
  if (await standsInOrder(tx, amended)) return;
  const { sourceId } = amended;
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_late AS
       SELECT line, part FROM (
         SELECT line, part, timestamp, max(timestamp) OVER (ORDER BY line, part ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS latest
           FROM verdicts WHERE source_id = ${sourceId}) WHERE timestamp < latest`,
  );
  await tx.run(
    `UPDATE verdicts SET warnings = warnings | ${2 ** warningKinds.indexOf('out_of_order')}
      WHERE source_id = ? AND (line, part) IN (SELECT (line, part) FROM import_late)`,
    [sourceId],
  );
  await tx.run('DROP TABLE import_late');
}

/**
 * Whether no row stands behind a later one. The rows that DuckDB read stand in the order of the file: each is compared with
 * the one before. Those that the exact reader made stand behind them all: each is compared with the two it belongs between,
 * which have a line missing between them. False also means that it is not known.
 */
async function standsInOrder(
  tx: Transaction,
  { sourceId, tail, firstRow, written }: Amended,
): Promise<boolean> {
  if (tail !== null || firstRow === null) return false;
  const read = 'FROM verdicts WHERE source_id = $id AND rowid < $end AND timestamp IS NOT NULL';
  const [astray] = await tx.all<{ n: number }>(
    `WITH pairs AS MATERIALIZED (
       SELECT line, timestamp, before FROM (
         SELECT line, timestamp, lag(line) OVER () AS line_before, lag(timestamp) OVER () AS before ${read})
        WHERE timestamp < before OR line - coalesce(line_before, 0) > 1),
     others AS MATERIALIZED (
       SELECT line, part, timestamp FROM verdicts WHERE source_id = $id AND rowid >= $end AND timestamp IS NOT NULL),
     placed AS (
       SELECT o.timestamp, p.timestamp AS after,
              CASE WHEN p.line IS NULL THEN (SELECT max(timestamp) ${read}) ELSE p.before END AS before
         FROM others o ASOF LEFT JOIN pairs p ON o.line < p.line)
     SELECT (SELECT count(*) FROM pairs WHERE timestamp < before)
          + (SELECT count(*) FROM placed WHERE timestamp < before OR after < timestamp)
          + (SELECT count(*) FROM (SELECT timestamp, lag(timestamp) OVER (ORDER BY line, part) AS before FROM others)
              WHERE timestamp < before) AS n`,
    { id: sourceId, end: firstRow + written },
  );
  return astray?.n === 0;
}
