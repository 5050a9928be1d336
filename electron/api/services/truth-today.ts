import type { RunFigures } from '../../core/run/run-figures.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { verdictRows } from '../../logs/query/row.ts';
import type { StoredRun, WorkspaceRecord } from '../../record/index.ts';
import type { TruthToday } from './run-views.ts';

const batch = 500;

/**
 * The truth a run was made with, held against what the opened files say now. A row whose trajectory is another one now
 * keeps the truth it had: its address belongs to something else.
 */
export async function truthToday(
  store: LogStore,
  record: WorkspaceRecord,
  run: StoredRun,
  figuresWith: (truth: ReadonlyMap<string, boolean | null>) => Promise<RunFigures>,
): Promise<TruthToday> {
  const items = record.counts.of(run.run_id);
  const now = new Map<string, { readonly trajectory: string | null; readonly truth: boolean | null }>();
  for (let at = 0; at < items.length; at += batch) {
    const rows = items.slice(at, at + batch).map(({ row }) => row);
    for (const { row, trajectory, truth } of await verdictRows(store, rows))
      now.set(row, { trajectory, truth });
  }
  const truth = new Map<string, boolean | null>();
  const counts = { found: 0, gone: 0, gained: 0, lost: 0, turned: 0 };
  for (const item of items) {
    const found = now.get(item.row);
    if (found === undefined || found.trajectory !== item.trajectory) {
      counts.gone += 1;
      truth.set(item.row, item.truth);
      continue;
    }
    counts.found += 1;
    truth.set(item.row, found.truth);
    if (found.truth === item.truth) continue;
    if (item.truth === null) counts.gained += 1;
    else if (found.truth === null) counts.lost += 1;
    else counts.turned += 1;
  }
  if (counts.gained + counts.lost + counts.turned === 0) return { ...counts, today: null };
  const figures = await figuresWith(truth);
  return {
    ...counts,
    today: {
      verdict: figures.diagnosis.verdict,
      steady_false_negatives: figures.steady_false_negatives,
      flickering_false_negatives: figures.flickering_false_negatives,
      steady_false_positives: figures.steady_false_positives,
      flickering_false_positives: figures.flickering_false_positives,
    },
  };
}
