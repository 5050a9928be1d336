/** At most this many names in a "did you mean". */
const MOST_SUGGESTIONS = 3;

/**
 * Known names near a misspelt one, nearest first: by edit distance where at most a third of the letters are wrong
 * (a swap of neighbours counts once), and names that contain it or that it contains.
 */
export function nearNames(name: string, known: Iterable<string>): readonly string[] {
  const wanted = folded(name);
  if (wanted === '') return [];
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of new Set(known)) {
    const folds = folded(candidate);
    const distance = editDistance(wanted, folds);
    const close = distance <= Math.max(1, Math.floor(Math.max(wanted.length, folds.length) / 3));
    const part =
      Math.min(wanted.length, folds.length) >= 3 && (folds.includes(wanted) || wanted.includes(folds));
    if (close || part) found.push({ name: candidate, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map((each) => each.name);
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, '');
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, each 1. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, (before[column - 2] ?? 0) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
