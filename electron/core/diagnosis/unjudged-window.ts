/** Rows of one training step, and how many of them have no verdict. */
export interface StepCount {
  readonly step: number;
  readonly rows: number;
  readonly unjudged: number;
}

/** The steps `from` to `to`, both included. */
export interface UnjudgedWindow {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly unjudged: number;
}

/**
 * The window of `width` consecutive steps with the highest unjudged share, over every position inside the steps seen
 * (a log shorter than the width is one window). Windows with fewer than `leastUnjudged` unjudged rows are taken only
 * where there is no other; among equal shares the one with more unjudged rows, then the earlier.
 *
 * @param steps in any order; a step may come more than once
 * @returns null without rows
 */
export function worstUnjudgedWindow(
  steps: readonly StepCount[],
  width: number,
  leastUnjudged: number,
): UnjudgedWindow | null {
  if (!Number.isSafeInteger(width) || width < 1)
    throw new RangeError(`a window must span at least one step, not ${width}`);
  const counted = steps.filter(({ rows }) => rows > 0).toSorted((a, b) => a.step - b.step);
  const first = counted[0]?.step;
  const last = counted.at(-1)?.step;
  if (first === undefined || last === undefined) return null;
  let worst: UnjudgedWindow | null = null;
  let entering = 0;
  let leaving = 0;
  let rows = 0;
  let unjudged = 0;
  for (const from of windowStarts(counted, first, last, width)) {
    const to = from + width - 1;
    for (let next = counted[entering]; next !== undefined && next.step <= to; next = counted[entering]) {
      rows += next.rows;
      unjudged += next.unjudged;
      entering += 1;
    }
    for (let next = counted[leaving]; next !== undefined && next.step < from; next = counted[leaving]) {
      rows -= next.rows;
      unjudged -= next.unjudged;
      leaving += 1;
    }
    const window = { from, to: Math.min(to, last), rows, unjudged };
    if (rows > 0 && (worst === null || isWorse(window, worst, leastUnjudged))) worst = window;
  }
  return worst;
}

/** What a window holds changes only where a step enters at its end or leaves at its start, so only there it is read. */
function windowStarts(
  counted: readonly StepCount[],
  first: number,
  last: number,
  width: number,
): readonly number[] {
  const latest = Math.max(first, last - width + 1);
  const starts = new Set<number>([first]);
  for (const { step } of counted) {
    for (const start of [step - width + 1, step + 1]) if (start > first && start <= latest) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

function isWorse(window: UnjudgedWindow, other: UnjudgedWindow, leastUnjudged: number): boolean {
  const enough = window.unjudged >= leastUnjudged;
  if (enough !== other.unjudged >= leastUnjudged) return enough;
  // Shares compared as products of counts: exact, so equal shares are equal.
  const here = window.unjudged * other.rows;
  const there = other.unjudged * window.rows;
  return here === there ? window.unjudged > other.unjudged : here > there;
}
