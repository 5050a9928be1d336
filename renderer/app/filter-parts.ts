import { joinClauses, splitClauses } from './filter-text.ts';
import { isStepBound, type StepRange, stepRangeOf, withStepRange } from './step-range.ts';

/** What stands as one chip: a condition, or the conditions that together are one range of steps. */
export interface FilterPart {
  /** As the filter has it. */
  readonly text: string;
  /** Where the chip is a range with both ends. */
  readonly steps: { readonly from: number; readonly to: number } | null;
  /** The filter without this part. */
  readonly without: string;
}

/** The parts of a filter, in its order; a range of steps stands where its first bound does. */
export function filterParts(filter: string): readonly FilterPart[] {
  const clauses = splitClauses(filter);
  const bounds = clauses.flatMap((clause, at) => (isStepBound(clause) ? [at] : []));
  const steps = bounds.length === 2 ? closed(stepRangeOf(filter)) : null;
  return clauses.flatMap((clause, index): readonly FilterPart[] => {
    if (steps === null || !bounds.includes(index))
      return [{ text: clause, steps: null, without: joinClauses(clauses.filter((_, at) => at !== index)) }];
    if (index !== bounds[0]) return [];
    const text = joinClauses(clauses.filter((_, at) => bounds.includes(at)));
    return [{ text, steps, without: withStepRange(filter, null) }];
  });
}

function closed(range: StepRange | null): FilterPart['steps'] {
  // a range that is turned matches nothing; its two conditions say so better than a name would
  if (range === null || range.from === null || range.to === null || range.from > range.to) return null;
  return { from: range.from, to: range.to };
}
