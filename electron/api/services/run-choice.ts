import type { RowId, VerdictRow } from '../../core/model/verdict.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { verdictRows } from '../../logs/query/row.ts';
import { type DrawOrder, drawSample, drawStrata, type SampleDraw } from '../../logs/query/sample-draw.ts';
import type { StoredRun, WorkspaceRecord } from '../../record/index.ts';
import type { RunStart } from '../contract.ts';

/** The samples a run was asked for: rows a person picked, or a draw with the chance that each row had. */
export type Choice =
  | { readonly kind: 'picked'; readonly rows: readonly RowId[] }
  | { readonly kind: 'drawn'; readonly draw: SampleDraw; readonly rows: readonly RowId[] };

/** What choosing samples takes of what was asked; without a draw it is a uniform one. */
type ChoiceAsked = Pick<RunStart, 'rows' | 'filter' | 'limit' | 'draw'>;

function orderOf({ filter, limit, draw }: ChoiceAsked, seed: number): DrawOrder {
  return { filter, most: limit, seed, by: draw?.by ?? [], allocation: draw?.allocation ?? 'proportional' };
}

/** @throws FailureError `filter_syntax`; `bad_request` where there are more strata than rows to draw */
export async function chooseRows(store: LogStore, start: ChoiceAsked, seed: number): Promise<Choice> {
  if (start.rows.length > 0) return { kind: 'picked', rows: start.rows };
  const draw = await drawSample(store, orderOf(start, seed));
  return { kind: 'drawn', draw, rows: draw.rows.map(({ row }) => row) };
}

/** How many rows would be chosen, of how many, without choosing them. */
export async function choiceSize(
  store: LogStore,
  start: ChoiceAsked,
): Promise<{ readonly chosen: number; readonly population: number }> {
  if (start.rows.length > 0) return { chosen: start.rows.length, population: start.rows.length };
  const { population } = await drawStrata(store, { ...orderOf(start, 1), by: [] });
  return { chosen: Math.min(start.limit, population), population };
}

/** The rows in batches; those that have left the index meanwhile are left out. */
export async function* inBatches(
  store: LogStore,
  rows: readonly RowId[],
  batch: number,
): AsyncGenerator<readonly VerdictRow[]> {
  for (let at = 0; at < rows.length; at += batch) yield await verdictRows(store, rows.slice(at, at + batch));
}

/** Every n-th of a long list, so that its first thousand are not its earliest steps. */
export function spreadOut<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]).filter(
    (each) => each !== undefined,
  );
}

/**
 * The seed that a run's samples are drawn with. A re-judging that may be answered from the record is drawn as the last one
 * of the same filter and strata was: other samples would have no answers there. Its calls keep a seed of their own.
 */
export function drawSeed(
  record: WorkspaceRecord,
  start: ChoiceAsked & Pick<RunStart, 'reuse'>,
  own: number,
): number {
  if (start.reuse !== true || start.rows.length > 0) return own;
  const { by, allocation } = orderOf(start, own);
  for (const run of record.runs.list()) {
    const draw = run.purpose === 'rejudge' && run.draw_id !== null ? record.draws.get(run.draw_id) : null;
    if (draw === null || draw.filter !== start.filter) continue;
    const { design } = draw;
    const same = design.by.join() === by.join() && (by.length === 0 || design.allocation === allocation);
    if (same) return draw.seed;
  }
  return own;
}

/** Keeps how a run's samples were drawn: without it no later figure could be weighted. */
export function keepDraw(
  record: WorkspaceRecord,
  run: StoredRun,
  start: ChoiceAsked,
  choice: Choice,
  seed: number,
): void {
  if (choice.kind === 'picked') return;
  const { by, allocation } = orderOf(start, seed);
  const stored = record.draws.add(
    {
      design: {
        kind: by.length === 0 ? 'uniform' : 'stratified',
        by,
        allocation: by.length === 0 ? null : allocation,
        strata: choice.draw.strata,
      },
      filter: start.filter,
      seed,
      population: choice.draw.population,
    },
    choice.draw.rows,
  );
  record.runs.note(run.run_id, { draw_id: stored.draw_id });
}
