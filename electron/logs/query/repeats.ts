import type { SummaryGroup } from '../../core/model/summary.ts';
import { noiseOf, type RepeatedItem } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';
import { columnList, type GroupKey, keyText } from './group-key.ts';

type Repeats = NonNullable<SummaryGroup['repeats']>;

/**
 * How often repeated verdicts on one trajectory by one judge under one rubric version differ (METHODS §4), per group.
 * A group without a trajectory that was judged twice is absent.
 */
export async function repeatsOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
): Promise<Map<string, Repeats>> {
  if (!(await hasRepeats(store))) return new Map();
  const keys = columnList(key);
  const rows = await store.all<Record<string, unknown> & { k: number; fails: number; items: number }>(
    `SELECT ${keys}k, fails, count(*) AS items FROM (
       SELECT ${keys}count(*) AS k, count(*) FILTER (NOT passed) AS fails
         FROM (SELECT trajectory, judge_model, rubric_version, passed${key.projection}
                 FROM verdicts WHERE passed IS NOT NULL AND trajectory IS NOT NULL AND (${where.sql}))
        GROUP BY ${keys}trajectory, judge_model, rubric_version HAVING count(*) > 1)
      GROUP BY ALL`,
    where.params,
  );
  const itemsOf = new Map<string, RepeatedItem[]>();
  for (const { k, fails, items, ...values } of rows) {
    const name = keyText(key, values);
    const list = itemsOf.get(name) ?? [];
    itemsOf.set(name, list);
    const item = { k, fails, cluster: null };
    for (let index = 0; index < items; index += 1) list.push(item);
  }
  return new Map([...itemsOf].map(([name, items]) => [name, figuresOf(items)]));
}

function figuresOf(items: readonly RepeatedItem[]): Repeats {
  const split = items.filter((item) => item.fails > 0 && item.fails < item.k).length;
  return { items: items.length, any_flip: split / items.length, pairwise: noiseOf(items)?.pairwise ?? null };
}

/** The answer of `hasRepeats` for the state of an index: asked at every summary, it changes with imports alone. */
const answers = new WeakMap<LogStore, { readonly state: string; readonly repeats: boolean }>();

/** Whether any trajectory has two rows of one judge under one version: where none has, no pass is spent on it. */
async function hasRepeats(store: LogStore): Promise<boolean> {
  const { state } = await store.one<{ state: string }>(
    `SELECT (SELECT count(*) FROM verdicts) || coalesce(
       (SELECT string_agg(concat_ws(' ', '', source_id, imported, imported_at), ',' ORDER BY source_id) FROM sources), '') AS state`,
  );
  const known = answers.get(store);
  if (known?.state === state) return known.repeats;
  const { repeats } = await store.one<{ repeats: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM verdicts WHERE trajectory IS NOT NULL
       GROUP BY hash(trajectory, judge_model, rubric_version) HAVING count(*) > 1) AS repeats`,
  );
  answers.set(store, { state, repeats });
  return repeats;
}
