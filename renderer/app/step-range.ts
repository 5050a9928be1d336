import { joinClauses, splitClauses } from './filter-text.ts';

/** Steps from one to another, both included; null where that side is open. */
export interface StepRange {
  readonly from: number | null;
  readonly to: number | null;
}

const bound = /^step\s*(>=|<=|=|>|<)\s*(-?\d+)$/i;

function boundOf(clause: string): StepRange | null {
  const found = bound.exec(clause.trim());
  if (found === null) return null;
  const step = Number(found[2]);
  switch (found[1]) {
    case '>=':
      return { from: step, to: null };
    case '>':
      return { from: step + 1, to: null };
    case '<=':
      return { from: null, to: step };
    case '<':
      return { from: null, to: step - 1 };
    default:
      return { from: step, to: step };
  }
}

/** Whether a condition alone bounds the steps. */
export function isStepBound(clause: string): boolean {
  return boundOf(clause) !== null;
}

/** The steps a filter is narrowed to by conditions of their own; null where none is. */
export function stepRangeOf(filter: string): StepRange | null {
  const bounds = splitClauses(filter).flatMap((clause) => boundOf(clause) ?? []);
  if (bounds.length === 0) return null;
  const from = bounds.flatMap((one) => one.from ?? []);
  const to = bounds.flatMap((one) => one.to ?? []);
  return {
    from: from.length === 0 ? null : Math.max(...from),
    to: to.length === 0 ? null : Math.min(...to),
  };
}

/** The filter narrowed to a range of steps, in place of the range it had; `null` lifts the range. */
export function withStepRange(filter: string, range: StepRange | null): string {
  const others = splitClauses(filter).filter((clause) => boundOf(clause) === null);
  return joinClauses([
    ...others,
    ...(range?.from == null ? [] : [`step >= ${range.from}`]),
    ...(range?.to == null ? [] : [`step <= ${range.to}`]),
  ]);
}
