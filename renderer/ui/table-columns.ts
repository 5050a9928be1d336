/** The narrowest and the widest a column can be made. Pixels. */
export const narrowest = 40;
export const widest = 2000;
/** By how much a key widens a column. Pixels. */
export const widthStep = 16;

export function clampWidth(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)));
}

/** The place a dragged column would take: that of the head under the pointer, the nearest one beside all of them. */
export function placeAt(
  heads: readonly { readonly left: number; readonly right: number }[],
  x: number,
): number {
  const under = heads.findIndex(({ right }) => x < right);
  return under === -1 ? Math.max(0, heads.length - 1) : under;
}

/** The names with one of them at another place. */
export function withMoved(names: readonly string[], name: string, to: number): readonly string[] {
  const others = names.filter((one) => one !== name);
  if (others.length === names.length) return names;
  return [...others.slice(0, to), name, ...others.slice(to)];
}
