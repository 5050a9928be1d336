import { type Check, type CheckCode, type CheckUnit, rateCheck } from './check.ts';
import type { ErrorRates } from './input.ts';

/** One kind of error, held against its threshold twice: as steady error and as plain error. */
export interface ErrorSide {
  readonly steady: Check;
  readonly plain: Check;
  /** The check that establishes the error, or null where it is not established. */
  readonly established: Check | null;
  /** No reading of this kind of error leaves room for it. */
  readonly cleared: boolean;
  /** Plain errors are beyond the threshold, steady ones are not established: repeats would tell, labels would not. */
  readonly plainOnly: boolean;
  /** The same, with steady errors ruled out: what errs does not err every time. */
  readonly onlyFlickers: boolean;
  /** How many more labelled items of this side would settle it; 0 where nothing is open, null where none would. */
  readonly more: number | null;
  /** Unsettled, and the rate seen lies above the threshold. */
  readonly headedUp: boolean;
}

/**
 * Steady errors decide where items were judged repeatedly, plain ones where not. Two rules keep the two from
 * contradicting each other: a few repeats that settle nothing do not take back what many labels have established, if
 * they lean the same way; and to be cleared, a side must be cleared in both readings it has.
 *
 * @param rates null entries are missing; a `steady` of repeats on another prompt must not be passed in
 */
export function errorSide(
  rates: ErrorRates,
  codes: { readonly steady: CheckCode; readonly plain: CheckCode },
  unit: CheckUnit,
  threshold: number,
): ErrorSide {
  const steady = rateCheck(codes.steady, unit, rates.steady, threshold);
  const plain = rateCheck(codes.plain, unit, rates.plain, threshold);
  const known = [steady, plain].filter((check) => check.status !== 'missing');
  const unsettled = known.filter((check) => check.status === 'open');
  const decider = steady.status === 'missing' ? plain : steady;
  const established = establishedBy(steady, plain);
  const plainOnly = plain.status === 'fails' && established === null;
  const headedUp = decider.status === 'open' && decider.value !== null && decider.value > threshold;
  const moreLabels = () => {
    if (plainOnly) return null;
    if (headedUp) return decider.more;
    return known.length === 0 ? plain.more : mostOf(unsettled.map((check) => check.more));
  };
  return {
    steady,
    plain,
    established,
    cleared: known.length > 0 && known.every((check) => check.status === 'passes'),
    plainOnly,
    onlyFlickers: plainOnly && steady.status === 'passes',
    more: moreLabels(),
    headedUp,
  };
}

function establishedBy(steady: Check, plain: Check): Check | null {
  if (steady.status === 'fails') return steady;
  if (plain.status !== 'fails') return null;
  const leans = steady.status === 'open' && steady.value !== null && steady.value > steady.threshold;
  return steady.status === 'missing' || leans ? plain : null;
}

function mostOf(numbers: readonly (number | null)[]): number | null {
  let most = 0;
  for (const number of numbers) {
    if (number === null) return null;
    most = Math.max(most, number);
  }
  return most;
}
