import type { LogStore } from '../log-store.ts';
import type { FileFacts } from './file-facts.ts';
import type { SqlCondition } from './filter-sql.ts';
import { columnList, type GroupKey, keyEquals } from './group-key.ts';

/**
 * Rows that agree in everything the counts of an overview ask for, as one: every count, mean and sum of a group, of all rows
 * and of a category is put together from these, so that the table is read once for all of them.
 */
export interface Cell extends Readonly<Record<string, unknown>> {
  readonly category: string | null;
  readonly judge: string | null;
  readonly policy: string | null;
  readonly passed: boolean | null;
  readonly truth: boolean | null;
  readonly unjudged: string | null;
  readonly warnings: number;
  readonly ambiguous: boolean;
  readonly rows: number;
  readonly reward_n: number;
  readonly reward_sum: number | null;
  /** One of the rewards. */
  readonly reward_any: number | null;
  /** Mean squared deviation over n; null where some reward is too large to be squared. */
  readonly reward_variance: number | null;
  readonly tokens_n: number;
  readonly sum_prompt: number | null;
  readonly sum_completion: number | null;
  readonly sum_total: number | null;
}

export interface Cells {
  /** In the order of their keys, absent values last; those of one group always in the same order. */
  readonly cells: readonly Cell[];
  /** Groups beyond the most that were asked for, those with fewest rows. */
  readonly left_out: { readonly groups: number; readonly rows: number };
}

/** By which fields beside the key the cells are told apart. */
export type CellDetail = 'whole' | 'models_and_categories';

const details: Readonly<Record<CellDetail, string>> = {
  whole: 'NULL::VARCHAR AS category, NULL::VARCHAR AS judge, NULL::VARCHAR AS policy',
  models_and_categories: 'category, judge_model AS judge, policy_model AS policy',
};

/** What tells cells of one group apart. Sums over cells are rounded, so that their order shows in the last digit. */
const within = ['category', 'judge', 'policy', 'passed', 'truth', 'unjudged', 'warnings', 'ambiguous'];

/** Larger numbers overflow when they are squared and added, on which DuckDB breaks the whole query off. */
export const mostSquared = 1e150;
const guardedVariance = `CASE WHEN max(abs(reward)) <= ${mostSquared} THEN var_pop(reward) FILTER (abs(reward) <= ${mostSquared}) END`;

/**
 * @param most groups to give, those with most rows (of equal ones the first by key); all where undefined
 */
export async function cellsOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
  detail: CellDetail,
  { squares }: Pick<FileFacts, 'squares'>,
  most?: number,
): Promise<Cells> {
  const { columns } = key;
  const variance = squares ? 'var_pop(reward)' : guardedVariance;
  const cells = `SELECT ${columnList(key)}category, judge, policy, passed, truth, unjudged, warnings, ambiguous,
            count(*) AS rows, count(reward) AS reward_n, sum(reward) AS reward_sum, any_value(reward) AS reward_any, ${variance} AS reward_variance,
            count(total_tokens) AS tokens_n, sum(prompt_tokens) AS sum_prompt,
            sum(completion_tokens) AS sum_completion, sum(total_tokens) AS sum_total
       FROM (SELECT ${details[detail]}, passed, truth, unjudged, warnings, ambiguous, reward,
                    prompt_tokens, completion_tokens, total_tokens${key.projection}
               FROM verdicts WHERE ${where.sql})
      GROUP BY ALL`;
  const inOrder = `ORDER BY ${[...columns, ...within].map((column) => `${column} NULLS LAST`).join(', ')}`;
  if (most === undefined || columns.length === 0)
    return {
      cells: await store.all<Cell>(`${cells} ${inOrder}`, where.params),
      left_out: { groups: 0, rows: 0 },
    };
  const ranked = columns.map((column) => `${column} NULLS LAST`).join(', ');
  const found = await store.all<Cell & { readonly left_groups: number; readonly left_rows: number }>(
    `WITH cells AS MATERIALIZED (${cells}),
          places AS MATERIALIZED (
            SELECT ${columnList(key)}sum(rows) AS size, row_number() OVER (ORDER BY sum(rows) DESC, ${ranked}) AS place
              FROM cells GROUP BY ${columns.join(', ')}),
          beyond AS (SELECT count(*) AS left_groups, coalesce(sum(size), 0) AS left_rows FROM places WHERE place > ${whole(most)})
     SELECT cells.*, beyond.* FROM cells JOIN places ON ${keyEquals(key, 'cells', 'places')} CROSS JOIN beyond
      WHERE place <= ${whole(most)} ORDER BY ${[...columns, ...within].map((column) => `cells.${column} NULLS LAST`).join(', ')}`,
    where.params,
  );
  const [first] = found;
  return {
    cells: found,
    left_out: { groups: first?.left_groups ?? 0, rows: first?.left_rows ?? 0 },
  };
}

function whole(most: number): number {
  return Math.max(1, Math.trunc(most));
}

export interface MeanOfCells {
  readonly n: number;
  readonly mean: number | null;
  /** Over n. */
  readonly sd: number | null;
}

/**
 * Mean and population deviation of the rewards of several cells, by the means and deviations of each (Chan, Golub & LeVeque
 * 1979): sums of squares would cancel for rewards such as 1000.1 and 1000.2. What a double cannot hold is null.
 */
export function rewardOf(cells: readonly Cell[]): MeanOfCells {
  let n = 0;
  let sum = 0;
  let centre = 0;
  let squares = 0;
  for (const { reward_n, reward_sum, reward_any, reward_variance } of cells) {
    if (reward_n === 0 || reward_sum === null) continue;
    // The mean of equal rewards may be one rounding away from them; the deviation of equal cells is 0, not 1e-17.
    const mean = reward_variance === 0 && reward_any !== null ? reward_any : reward_sum / reward_n;
    const together = n + reward_n;
    const apart = mean - centre;
    squares += (reward_variance ?? Number.NaN) * reward_n + (apart * apart * n * reward_n) / together;
    centre = n === 0 ? mean : centre + (apart * reward_n) / together;
    sum += reward_sum;
    n = together;
  }
  return n === 0
    ? { n, mean: null, sd: null }
    : { n, mean: finite(sum / n), sd: finite(Math.sqrt(squares / n)) };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
