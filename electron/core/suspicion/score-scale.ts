export interface ScoreScale {
  readonly min: number;
  readonly max: number;
}

/**
 * The scale of a judge's scores under one rubric version, from the lowest and the highest of all that it gave
 * (METHODS §1). Scores whose scale was stated have been divided by it, so everything up to 1 is a fraction. A score beyond 1
 * does not tell what it is out of (5 may be the top of five or half of ten): that is asked, never guessed. Scores that go
 * below 0 start at the lowest seen, which puts their middle rather too high than too low.
 *
 * @returns null where the scores do not tell
 */
export function scoreScale(lowest: number, highest: number): ScoreScale | null {
  if (!Number.isFinite(lowest) || !Number.isFinite(highest) || lowest > highest || highest > 1) return null;
  return { min: Math.min(0, lowest), max: 1 };
}
