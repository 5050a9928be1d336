import type { RubricHead } from '../../../electron/api/types.ts';

export interface TreeRow {
  readonly head: RubricHead;
  readonly depth: number;
  /** The parent is named but not in the library. */
  readonly orphan: boolean;
}

/**
 * The versions as an indented list, parents before children, siblings by name. A version whose parent is absent or that
 * stands in a circle of parents is a root: every version appears exactly once.
 */
export function versionTree(heads: readonly RubricHead[]): readonly TreeRow[] {
  const byName = new Map(heads.map((head) => [head.version, head]));
  const children = Map.groupBy(
    heads.filter((head) => head.parent !== null && byName.has(head.parent)),
    (head) => head.parent,
  );
  const rows: TreeRow[] = [];
  const seen = new Set<string>();
  const add = (head: RubricHead, depth: number): void => {
    if (seen.has(head.version)) return;
    seen.add(head.version);
    rows.push({ head, depth, orphan: head.parent !== null && !byName.has(head.parent) });
    for (const child of (children.get(head.version) ?? []).toSorted(byVersion)) add(child, depth + 1);
  };
  for (const head of heads.toSorted(byVersion)) {
    if (head.parent === null || !byName.has(head.parent)) add(head, 0);
  }
  for (const head of heads) add(head, 0);
  return rows;
}

function byVersion(a: RubricHead, b: RubricHead): number {
  // baseline reads first whatever the alphabet says; the rest by name with numbers in order.
  if (a.version === 'baseline') return -1;
  if (b.version === 'baseline') return 1;
  return a.version.localeCompare(b.version, 'en', { numeric: true });
}

/** A free name for a child: `adapt_v2` → `adapt_v3`, `baseline` → `baseline_v2`. */
export function childName(parent: string, taken: readonly string[]): string {
  const match = /^(.*?)(\d+)$/.exec(parent);
  const stem = match?.[1] ?? `${parent}_v`;
  let number = match?.[2] === undefined ? 2 : Number(match[2]) + 1;
  while (taken.includes(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
