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

/** Lines next to one of the exact reader's that are looked at for a time. */
const near = 3;

interface TimedLine {
  readonly line: number;
  readonly timestamp: number;
}

/**
 * Whether no row stands behind a later one. The rows that DuckDB read stand in the order of the file: each is compared with
 * the one before. Those that the exact reader made stand behind them all: each is compared with its neighbours. False also
 * means that it is not known.
 */
async function standsInOrder(
  tx: Transaction,
  { sourceId, index, tail, firstRow, written }: Amended,
): Promise<boolean> {
  if (tail !== null || firstRow === null) return false;
  const end = firstRow + written;
  const [back] = await tx.all<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT timestamp, lag(timestamp) OVER () AS before
         FROM verdicts WHERE source_id = ? AND rowid < ? AND timestamp IS NOT NULL) WHERE timestamp < before`,
    [sourceId, end],
  );
  if (back?.n !== 0) return false;
  const others = await tx.all<TimedLine>(
    `SELECT line, timestamp FROM verdicts
      WHERE source_id = ? AND rowid >= ? AND timestamp IS NOT NULL ORDER BY line, part`,
    [sourceId, end],
  );
  if (others.length === 0) return true;
  if (others.some(({ timestamp }, at) => timestamp < (others[at - 1]?.timestamp ?? timestamp))) return false;
  const neighbours = await tx.all<TimedLine>(
    `SELECT line, timestamp FROM verdicts
      WHERE source_id = $id AND rowid < $end AND timestamp IS NOT NULL AND line IN (
        SELECT line + away FROM (SELECT line FROM verdicts WHERE source_id = $id AND rowid >= $end AND timestamp IS NOT NULL),
               range(-${near}, ${near + 1}) AS steps(away))`,
    { id: sourceId, end },
  );
  const times = new Map(neighbours.map(({ line, timestamp }) => [line, timestamp]));
  const nearest = (line: number, step: 1 | -1): number | null => {
    for (let by = 1; by <= near; by += 1) {
      const time = times.get(line + step * by);
      if (time !== undefined) return time;
    }
    return null;
  };
  return others.every(({ line, timestamp }) => {
    const before = nearest(line, -1) ?? (line <= near ? timestamp : null);
    const after = nearest(line, 1) ?? (line > index.lines - near ? timestamp : null);
    return before !== null && after !== null && before <= timestamp && timestamp <= after;
  });
}
