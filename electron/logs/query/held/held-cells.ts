import { type Cell, mostSquared } from '../cells.ts';
import type { HeldGroups } from './held-groups.ts';
import type { HeldRows } from './held-rows.ts';

/** Beyond so many possible cells the table of them costs more than it saves. */
const mostSlots = 4_000_000;

/**
 * The cells of `cellsOf`, those of each group in the order of their kinds; null where there may be too many.
 *
 * @param numbers of each row the number of its group; one that is not among `keys` leaves the row out
 */
export function heldCells(
  { rows, kind, kinds, numbers: held, scratch }: HeldRows,
  { of, keys }: Pick<HeldGroups, 'of' | 'keys'>,
): readonly Cell[] | null {
  const groups = keys.length;
  if (groups * kinds.length > mostSlots) return null;
  const slots = new Uint32Array(groups * kinds.length);
  // Number of the cell each row is in, from 1; 0 for a row that is left out.
  const cellOf = scratch;
  let size = 0;
  for (let at = 0; at < rows; at += 1) {
    const group = of[at] ?? groups;
    if (group >= groups) {
      cellOf[at] = 0;
      continue;
    }
    const slot = group * kinds.length + (kind[at] ?? 0);
    let cell = slots[slot] ?? 0;
    if (cell === 0) {
      size += 1;
      cell = size;
      slots[slot] = cell;
    }
    cellOf[at] = cell;
  }
  const sums = summed(held, cellOf, size);
  const cells: Cell[] = [];
  for (let slot = 0; slot < slots.length; slot += 1) {
    const cell = slots[slot] ?? 0;
    const shared = kinds[slot % kinds.length];
    if (cell === 0 || shared === undefined) continue;
    const of = (part: number): number => sums[cell * parts + part] ?? 0;
    const reward_n = of(rewardN);
    cells.push({
      ...keys[Math.floor(slot / kinds.length)],
      ...shared,
      rows: of(rowsN),
      reward_n,
      reward_sum: reward_n === 0 ? null : of(rewardSum),
      reward_any: reward_n === 0 ? null : of(rewardAny),
      reward_variance:
        reward_n === 0 || of(rewardLargest) > mostSquared ? null : of(rewardSquares) / reward_n,
      tokens_n: of(totalN),
      sum_prompt: of(promptN) === 0 ? null : of(promptSum),
      sum_completion: of(completionN) === 0 ? null : of(completionSum),
      sum_total: of(totalN) === 0 ? null : of(totalSum),
    });
  }
  return cells;
}

/** What is summed of each cell, side by side. */
const [
  rowsN,
  rewardN,
  rewardSum,
  rewardAny,
  rewardLargest,
  rewardMean,
  rewardSquares,
  promptN,
  promptSum,
  completionN,
  completionSum,
  totalN,
  totalSum,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const parts = 16;

/** Sums of the cells from 1 to `size`; squares of deviations by Welford (1962). */
function summed(
  { reward, prompt_tokens, completion_tokens, total_tokens }: HeldRows['numbers'],
  cellOf: Uint32Array,
  size: number,
): Float64Array {
  const sums = new Float64Array((size + 1) * parts);
  for (let at = 0; at < cellOf.length; at += 1) {
    const base = (cellOf[at] ?? 0) * parts;
    if (base === 0) continue;
    sums[base] = (sums[base] ?? 0) + 1;
    const value = reward[at] ?? 0;
    if (!Number.isNaN(value)) {
      const count = (sums[base + rewardN] ?? 0) + 1;
      sums[base + rewardN] = count;
      sums[base + rewardSum] = (sums[base + rewardSum] ?? 0) + value;
      if (count === 1) sums[base + rewardAny] = value;
      if (Math.abs(value) > (sums[base + rewardLargest] ?? 0)) sums[base + rewardLargest] = Math.abs(value);
      const mean = sums[base + rewardMean] ?? 0;
      if (value !== mean) {
        const moved = mean + (value - mean) / count;
        sums[base + rewardMean] = moved;
        sums[base + rewardSquares] = (sums[base + rewardSquares] ?? 0) + (value - mean) * (value - moved);
      }
    }
    add(sums, base + promptN, prompt_tokens[at] ?? 0);
    add(sums, base + completionN, completion_tokens[at] ?? 0);
    add(sums, base + totalN, total_tokens[at] ?? 0);
  }
  return sums;
}

/** Counts a value that is there at `place`, and adds it behind. */
function add(sums: Float64Array, place: number, value: number): void {
  if (Number.isNaN(value)) return;
  sums[place] = (sums[place] ?? 0) + 1;
  sums[place + 1] = (sums[place + 1] ?? 0) + value;
}
