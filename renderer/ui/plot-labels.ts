/** Where the labels above a chart stand, so that none runs into another. Lengths are pixels. */

export interface LabelBox {
  /** Where the label's mark stands; the label is centred on it as far as the chart's sides allow. */
  readonly at: number;
  readonly width: number;
  /** Those of a lower rank are placed first; 0 where none is said. */
  readonly rank?: number;
}

export interface LabelRoom {
  readonly left: number;
  readonly right: number;
  /** Rows that may be used, the lowest first. */
  readonly rows: number;
  /** Least distance between two labels of one row. */
  readonly gap: number;
}

export interface PlacedLabel {
  readonly row: number;
  /** The middle of the label. */
  readonly x: number;
}

/**
 * Each label on the first row that has room for it, by rank and from left to right; null where no row has. The marks of
 * those left out are still drawn, and named under the pointer.
 */
export function placeLabels(labels: readonly LabelBox[], room: LabelRoom): readonly (PlacedLabel | null)[] {
  const rows: (readonly [from: number, to: number])[][] = Array.from({ length: room.rows }, () => []);
  const placed = new Array<PlacedLabel | null>(labels.length).fill(null);
  const inOrder = labels
    .map((label, index) => ({ ...label, index }))
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.at - b.at);
  for (const { at, width, index } of inOrder) {
    if (width > room.right - room.left) continue;
    const x = Math.min(room.right - width / 2, Math.max(room.left + width / 2, at));
    const [from, to] = [x - width / 2, x + width / 2];
    const row = rows.findIndex((taken) =>
      taken.every(([low, high]) => to + room.gap <= low || high + room.gap <= from),
    );
    if (row < 0) continue;
    rows[row]?.push([from, to]);
    placed[index] = { row, x };
  }
  return placed;
}

/** Characters of the end that stay: versions of one family differ there. */
const keptEnd = 6;

/** A text no wider than `most`: where it is, its middle gives way to “…”. */
export function shortened(text: string, most: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= most) return text;
  const characters = [...text];
  const end = characters.slice(-Math.min(keptEnd, Math.floor(characters.length / 3))).join('');
  // The longest start that still fits, found by halving.
  let low = 0;
  let high = characters.length - [...end].length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(`${characters.slice(0, middle).join('')}…${end}`) <= most) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('')}…${end}`;
}
