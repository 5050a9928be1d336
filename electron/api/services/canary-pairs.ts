import { fail } from '../../core/model/failure.ts';
import type { PairRow } from '../../core/model/pair.ts';
import type { CountedItem } from '../../core/run/counted-item.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { pairCount } from '../../logs/query/index-counts.ts';
import { type PairSides, pairSides } from '../../logs/query/pair-sides.ts';
import { pairPage } from '../../logs/query/pairs.ts';
import { rowsPassing } from '../../logs/query/row.ts';
import type { CanaryPair } from '../../record/index.ts';
import type { CanaryPairMoves, CanaryPairsView, PairMove, PairsAsked } from './canary-views.ts';
import { spreadOut } from './run-choice.ts';

/** Two rows a pair; a run of them by three calls is 1,200 calls. */
const mostPairs = 200;
/** Moved pairs that are told one by one; the others are counted. */
const mostMoves = 200;

/** Both sides are rows, and not the same one. */
function askable(sides: readonly PairSides[]): readonly CanaryPair[] {
  return sides.flatMap(({ task_in_log: _known, row_a, row_b, ...pair }) =>
    row_a === null || row_b === null || row_a === row_b ? [] : [{ ...pair, row_a, row_b }],
  );
}

/** The same two sides of one task, in whichever order and however often they were judged. */
function sidesKey({
  task_id,
  agent_a,
  agent_b,
}: Pick<CanaryPair, 'task_id' | 'agent_a' | 'agent_b'>): string {
  return JSON.stringify([task_id, ...[agent_a, agent_b].sort()]);
}

/** @throws FailureError `not_found` for an id that no opened audit has */
async function chosenOf(
  store: LogStore,
  askable: readonly CanaryPair[],
  { ids, filter, limit: _limit, ...selection }: PairsAsked,
): Promise<readonly CanaryPair[]> {
  let chosen = askable;
  if (ids !== undefined || Object.values(selection).some((value) => value !== undefined)) {
    const { rows } = await pairPage(store, selection, null, 0, Number.POSITIVE_INFINITY);
    const wanted = ids === undefined ? rows : await named(store, rows, ids);
    const keys = new Set(wanted.map(sidesKey));
    chosen = chosen.filter((pair) => keys.has(sidesKey(pair)));
  }
  if (filter === undefined || filter.trim() === '' || chosen.length === 0) return chosen;
  const passing = await rowsPassing(
    store,
    chosen.flatMap(({ row_a, row_b }) => [row_a, row_b]),
    filter,
  );
  return chosen.filter(({ row_a, row_b }) => passing.has(row_a) && passing.has(row_b));
}

async function named(
  store: LogStore,
  rows: readonly PairRow[],
  ids: readonly string[],
): Promise<readonly PairRow[]> {
  const { rows: all } = await pairPage(store, {}, null, 0, Number.POSITIVE_INFINITY);
  const known = new Set(all.map(({ pair_id }) => pair_id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw fail('not_found', `There is no pair ${unknown} in the opened audits.`, { pair: unknown });
  const wanted = new Set(ids);
  return rows.filter(({ pair_id }) => wanted.has(pair_id));
}

/** Which of the opened audits' pairs could be frozen and asked, and why the others cannot. */
export async function pairsView(store: LogStore, asked: PairsAsked = {}): Promise<CanaryPairsView> {
  const judged = await pairCount(store);
  // without an audit there is nothing to look for in a log of millions
  const sides = judged === 0 ? [] : await pairSides(store);
  const found = askable(sides);
  const chosen = judged === 0 ? [] : await chosenOf(store, found, asked);
  const offered = spreadOut(chosen, asked.limit ?? mostPairs);
  return {
    judged_pairs: judged,
    pairs: sides.length,
    task_not_in_log: sides.filter(({ task_in_log }) => !task_in_log).length,
    agents_not_in_log: sides.filter((one) => one.task_in_log && one.row_a === null && one.row_b === null)
      .length,
    one_side: sides.filter(({ row_a, row_b }) =>
      row_a !== row_b ? row_a === null || row_b === null : row_a !== null,
    ).length,
    both_sides: found.length,
    chosen: chosen.length,
    offered: offered.length,
    rows: [...new Set(offered.flatMap(({ row_a, row_b }) => [row_a, row_b]))],
  };
}

/** The pairs both of whose sides are among these rows. */
export async function pairsAmong(store: LogStore, rows: ReadonlySet<string>): Promise<readonly CanaryPair[]> {
  return askable(await pairSides(store)).filter(({ row_a, row_b }) => rows.has(row_a) && rows.has(row_b));
}

/** Which side a run prefers: the one that passes more of its calls, then the higher mean score; null without verdicts. */
function preferred(a: CountedItem | undefined, b: CountedItem | undefined): PairMove['before'] | null {
  if (a === undefined || b === undefined || a.judged === 0 || b.judged === 0) return null;
  const shares = a.fails * b.judged - b.fails * a.judged;
  if (shares !== 0) return shares < 0 ? 'A' : 'B';
  const mean = (scores: readonly number[]) =>
    scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const [left, right] = [mean(a.scores), mean(b.scores)];
  // sums in another order may differ in their last digits
  if (left === null || right === null || Math.abs(left - right) < 1e-9) return 'tie';
  return left > right ? 'A' : 'B';
}

/** How two runs of a canary order its pairs; null where it has none. */
export function pairMoves(
  pairs: readonly CanaryPair[],
  before: ReadonlyMap<string, CountedItem>,
  after: ReadonlyMap<string, CountedItem>,
): CanaryPairMoves | null {
  if (pairs.length === 0) return null;
  const both = pairs.flatMap((pair): PairMove[] => {
    const was = preferred(before.get(pair.row_a), before.get(pair.row_b));
    const is = preferred(after.get(pair.row_a), after.get(pair.row_b));
    return was === null || is === null ? [] : [{ ...pair, before: was, after: is }];
  });
  const moved = both.filter((pair) => pair.before !== pair.after);
  const turned = moved.filter((pair) => pair.before !== 'tie' && pair.after !== 'tie');
  return {
    pairs: pairs.length,
    judged: both.length,
    moved: moved.length,
    reversed: turned.length,
    moves: [...turned, ...moved.filter((pair) => !turned.includes(pair))].slice(0, mostMoves),
  };
}
