/**
 * Guards for inputs. A figure that is undefined is `null`; counts that contradict each other are a defect of the
 * caller, and a figure computed from them would be believed, so these throw.
 */

/** @throws RangeError unless `value` is finite and not negative. */
export function requireCount(name: string, value: number): void {
  if (!Number.isFinite(value) || value < 0)
    throw new RangeError(`${name} must be a count of 0 or more, not ${value}`);
}

/** @throws RangeError unless 0 ≤ part ≤ whole. */
export function requirePart(name: string, part: number, whole: number): void {
  requireCount(name, part);
  requireCount(`the total of ${name}`, whole);
  if (part > whole) throw new RangeError(`${name} (${part}) exceeds its total (${whole})`);
}

/** @throws RangeError unless 0 ≤ value ≤ 1. */
export function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must lie in [0, 1], not ${value}`);
}

/** @throws RangeError unless `value` is a whole number of at least `least`. */
export function requireWhole(name: string, value: number, least = 0): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
}
