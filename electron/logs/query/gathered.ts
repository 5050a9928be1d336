import type { StepCount } from '../../core/diagnosis/index.ts';
import type { LogStore } from '../log-store.ts';
import { type Cell, type CellDetail, type Cells, cellsOf } from './cells.ts';
import { type Clusters, clustersOf } from './clusters.ts';
import { type FileFacts, fileFacts } from './file-facts.ts';
import type { SqlCondition } from './filter-sql.ts';
import { latencyPermille } from './group-figures.ts';
import {
  type ChosenKeys,
  chosenKeys,
  columnList,
  type GroupKey,
  groupKey,
  keyText,
  ofChosen,
  wholeKey,
} from './group-key.ts';
import { gatherHeld } from './held/gather-held.ts';
import { heldNow, holdSoon } from './held/holding.ts';
import { type RepeatedItems, repeatedItems } from './repeats.ts';
import { onceSelected } from './select-once.ts';
import type { Selection } from './selection.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface FigureQuery {
  /** Filter text; '' for every row. */
  readonly filter: string;
  /** Fields to group by, known or not; `none` or empty for one group. */
  readonly by: readonly string[];
  /** The most groups to give, those with most rows; all of them where it is left out. */
  readonly most?: number;
}

/** What every figure of a summary or an overview is made of, from four passes over the rows of a filter. */
export interface Gathered {
  readonly key: GroupKey;
  /** Cells of each group that is given, in the order of the keys. */
  readonly groups: ReadonlyMap<string, readonly [Cell, ...Cell[]]>;
  /** Cells of every row, those of groups that are left out too. */
  readonly whole: readonly Cell[];
  readonly left_out: Cells['left_out'];
  readonly clusters: Clusters;
  readonly latency: { readonly groups: ReadonlyMap<string, Spread>; readonly whole: Spread };
  readonly repeated: RepeatedItems;
  /** Rows per step, by the group's key text; empty unless they were asked for. */
  readonly steps: ReadonlyMap<string, readonly StepCount[]>;
}

/**
 * @throws FailureError `filter_syntax`, or `bad_request` for an unknown field in `by`
 */
export async function gather(
  store: LogStore,
  query: FigureQuery,
  wants: { readonly detail: CellDetail; readonly steps: boolean },
): Promise<Gathered> {
  return await onceSelected(store, query.filter, (selection) => gatherFrom(store, query, wants, selection));
}

async function gatherFrom(
  store: LogStore,
  query: FigureQuery,
  wants: { readonly detail: CellDetail; readonly steps: boolean },
  { fields, where }: Selection,
): Promise<Gathered> {
  const key = groupKey(query.by, fields);
  const facts = await fileFacts(store);
  const held = heldNow(store);
  const here =
    held === null || query.most === undefined || wants.detail !== 'models_and_categories'
      ? null
      : await gatherHeld(store, held, {
          key,
          where,
          most: query.most,
          permille: latencyPermille,
          steps: wants.steps,
        });
  if (here !== null) {
    const { cells, ...figures } = here;
    return { key, groups: byKey(key, cells), ...figures };
  }
  if (query.most !== undefined) holdSoon(store);
  const { cells, left_out } = await cellsOf(store, key, where, wants.detail, facts, query.most);
  const groups = byKey(key, cells);
  const chosen = left_out.groups === 0 ? null : chosenKeys(key, cells);
  const [whole, clusters, latency, repeated, steps] = await Promise.all([
    chosen === null ? cells : wholeCells(store, where, wants.detail, facts),
    clustersOf(store, key, where, facts, { chosen, categories: wants.detail === 'models_and_categories' }),
    spreadOf(
      store,
      { key, where, field: 'latency_ms', permille: latencyPermille, facts, chosen },
      groups.size,
    ),
    repeatedItems(store, key, where, facts, chosen),
    wants.steps ? stepsOf(store, key, where, chosen) : new Map(),
  ]);
  return { key, groups, whole, left_out, clusters, latency, repeated, steps };
}

async function wholeCells(
  store: LogStore,
  where: SqlCondition,
  detail: CellDetail,
  facts: FileFacts,
): Promise<readonly Cell[]> {
  return (await cellsOf(store, wholeKey, where, detail, facts)).cells;
}

function byKey(key: GroupKey, cells: readonly Cell[]): Gathered['groups'] {
  const groups = new Map<string, [Cell, ...Cell[]]>();
  for (const cell of cells) {
    const name = keyText(key, cell);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [cell]);
    else group.push(cell);
  }
  return groups;
}

async function stepsOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
  chosen: ChosenKeys | null,
): Promise<ReadonlyMap<string, readonly StepCount[]>> {
  const names = columnList(key);
  const rows = await store.all<Record<string, unknown> & StepCount>(
    `WITH steps AS (
       SELECT ${names}step, count(*) AS rows, count(*) - count(passed) AS unjudged
         FROM (SELECT step, passed${key.projection} FROM verdicts WHERE step IS NOT NULL AND (${where.sql}))
        GROUP BY ALL)
     SELECT * FROM ${ofChosen(key, 'steps', chosen)}`,
    [...where.params, ...(chosen?.params ?? [])],
  );
  return Map.groupBy(rows, (row) => keyText(key, row));
}
