import type { LogStore } from '../../log-store.ts';
import type { Cell } from '../cells.ts';
import type { Clusters } from '../clusters.ts';
import type { Gathered } from '../gathered.ts';
import type { GroupKey } from '../group-key.ts';
import type { RepeatedItems } from '../repeats.ts';
import type { Selection } from '../selection.ts';
import type { Spreads } from '../spread.ts';
import { heldCells } from './held-cells.ts';
import { heldClusters } from './held-clusters.ts';
import { groupsOf, type HeldGroups, type Mask, maskOf } from './held-groups.ts';
import { heldRepeats } from './held-repeats.ts';
import type { HeldRows } from './held-rows.ts';
import { heldSpread } from './held-spread.ts';
import { heldSteps } from './held-steps.ts';

/** What `gather` counts of rows that are in memory. */
export interface GatheredHere {
  readonly cells: readonly Cell[];
  readonly whole: readonly Cell[];
  readonly left_out: HeldGroups['left_out'];
  readonly clusters: Clusters;
  readonly latency: Spreads;
  readonly repeated: RepeatedItems;
  readonly steps: Gathered['steps'];
}

/** Groups are numbered in 16 bits. */
const mostGroups = 60_000;

/**
 * The figures of a filter and key from the columns in memory, the same as the database counts; null where there are too many
 * different groups and kinds of rows for the tables they are counted in, or something was written meanwhile.
 */
export async function gatherHeld(
  store: LogStore,
  held: HeldRows,
  query: {
    readonly key: GroupKey;
    readonly where: Selection['where'];
    readonly most: number;
    readonly permille: readonly number[];
    readonly steps: boolean;
  },
): Promise<GatheredHere | null> {
  const { key, where } = query;
  if (query.most > mostGroups) return null;
  const mask = await maskOf(store, held, where);
  const groups = await groupsOf(store, held, key, key.fields, where, mask, query.most);
  if (store.generation !== held.generation) return null;
  const cells = heldCells(held, groups);
  const whole = groups.left_out.groups === 0 ? cells : wholeCells(held, mask);
  const steps = query.steps ? heldSteps(held, key, groups) : new Map();
  if (cells === null || whole === null || steps === null) return null;
  return {
    cells,
    whole,
    left_out: groups.left_out,
    clusters: heldClusters(held, key, groups, mask, true),
    latency: heldSpread(held, key, groups, mask, query.permille),
    repeated: heldRepeats(held, key, groups, mask),
    steps,
  };
}

/** Of the whole log they are counted once. */
const wholes = new WeakMap<HeldRows, readonly Cell[] | null>();

function wholeCells(held: HeldRows, mask: Mask): readonly Cell[] | null {
  const known = mask === null ? wholes.get(held) : undefined;
  if (known !== undefined) return known;
  const cells = heldCells(held, everyRow(held, mask));
  if (mask === null) wholes.set(held, cells);
  return cells;
}

function everyRow({ rows }: HeldRows, mask: Mask): Pick<HeldGroups, 'of' | 'keys'> {
  const of = new Uint16Array(rows);
  if (mask !== null) for (let at = 0; at < rows; at += 1) of[at] = mask[at] === 1 ? 0 : 1;
  return { of, keys: [{}] };
}
