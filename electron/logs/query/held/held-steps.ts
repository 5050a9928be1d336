import type { StepCount } from '../../../core/diagnosis/index.ts';
import { type GroupKey, keyText } from '../group-key.ts';
import type { HeldGroups } from './held-groups.ts';
import type { HeldRows } from './held-rows.ts';

/** Beyond so many possible steps of groups the table of them costs more than it saves. */
const mostSlots = 8_000_000;

/** Rows per step and group, by the group's key text, steps in ascending order; null where there may be too many. */
export function heldSteps(
  { rows, kind, kinds, step, steps }: HeldRows,
  key: GroupKey,
  { of, keys }: HeldGroups,
): ReadonlyMap<string, readonly StepCount[]> | null {
  const groups = keys.length;
  if (groups * steps.length > mostSlots) return null;
  const judged = Uint8Array.from(kinds, ({ passed }) => Number(passed !== null));
  const counts = new Uint32Array(groups * steps.length);
  const unjudged = new Uint32Array(groups * steps.length);
  for (let at = 0; at < rows; at += 1) {
    const group = of[at] ?? groups;
    const place = step[at] ?? steps.length;
    if (group >= groups || place >= steps.length) continue;
    const slot = group * steps.length + place;
    counts[slot] = (counts[slot] ?? 0) + 1;
    if (judged[kind[at] ?? 0] === 0) unjudged[slot] = (unjudged[slot] ?? 0) + 1;
  }
  const found = new Map<string, StepCount[]>();
  for (const [group, row] of keys.entries()) {
    const list: StepCount[] = [];
    for (let place = 0; place < steps.length; place += 1) {
      const slot = group * steps.length + place;
      const count = counts[slot] ?? 0;
      if (count > 0) list.push({ step: steps[place] ?? 0, rows: count, unjudged: unjudged[slot] ?? 0 });
    }
    if (list.length > 0) found.set(keyText(key, row), list);
  }
  return found;
}
