import type { SummaryGroup } from '../../../electron/api/types.ts';

/** A column and a direction; null is the order of the keys. */
export interface GroupOrder {
  readonly column: string;
  readonly down: boolean;
}

export function readOrder(text: string): GroupOrder | null {
  const found = /^(.+):(asc|desc)$/s.exec(text);
  return found?.[1] === undefined ? null : { column: found[1], down: found[2] === 'desc' };
}

export function writeOrder(order: GroupOrder | null): string {
  return order === null ? '' : `${order.column}:${order.down ? 'desc' : 'asc'}`;
}

/** A press on a column: first its larger figures on top (names from a), then turned, then the order of the keys again. */
export function nextOrder(order: GroupOrder | null, column: string, downFirst: boolean): GroupOrder | null {
  if (order?.column !== column) return { column, down: downFirst };
  return order.down === downFirst ? { column, down: !downFirst } : null;
}

type Key = SummaryGroup['key'];
const collator = new Intl.Collator(undefined, { numeric: true });

/** Compares two values of one key field: as numbers where both are, v2 before v10, absent ones last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const [x, y] = [Number(a), Number(b)];
  if (a.trim() !== '' && b.trim() !== '' && Number.isFinite(x) && Number.isFinite(y)) return x - y;
  return collator.compare(a, b);
}

function compareAllKeys(a: Key, b: Key): number {
  for (const field of Object.keys(a)) {
    const order = compareKeys(a[field] ?? null, b[field] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * The places of the groups in the order they are shown; equal ones in the order of their keys, what has no figure last
 * in either direction.
 */
export function orderedGroups(
  groups: readonly SummaryGroup[],
  order: GroupOrder | null,
  figureOf: (group: SummaryGroup, column: string) => number | null,
): readonly number[] {
  const places = groups.map((_, index) => index);
  const keyAt = (index: number): Key => groups[index]?.key ?? {};
  const figureAt = (index: number, column: string): number | null => {
    const group = groups[index];
    return group === undefined ? null : figureOf(group, column);
  };
  return places.toSorted((a, b) => {
    if (order !== null && order.column in keyAt(a)) {
      const [x, y] = [keyAt(a)[order.column] ?? null, keyAt(b)[order.column] ?? null];
      const compared = compareKeys(x, y);
      if (compared !== 0) return order.down && x !== null && y !== null ? -compared : compared;
    } else if (order !== null) {
      const [x, y] = [figureAt(a, order.column), figureAt(b, order.column)];
      if (x !== y) {
        if (x === null) return 1;
        if (y === null) return -1;
        return order.down ? y - x : x - y;
      }
    }
    return compareAllKeys(keyAt(a), keyAt(b));
  });
}
