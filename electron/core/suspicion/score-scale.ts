export interface ScoreScale {
  readonly min: number;
  readonly max: number;
}

/**
 * The scale of a judge's scores under one rubric version, from the lowest and the highest of all that it gave
 * (METHODS §1). Everything up to 1 is a fraction; a highest score of 5, 10 or 100 is the top of that scale; between 5 and
 * 10 only a scale of ten is usual. Anything else (4 may be of five or of ten) is unknown and has to be stated. A scale
 * of more than 1 that never goes below 1 starts there; one that goes below 0 starts at the lowest score seen, which
 * puts its middle rather too high than too low.
 *
 * @returns null where the scores do not tell
 */
export function scoreScale(lowest: number, highest: number): ScoreScale | null {
  if (!Number.isFinite(lowest) || !Number.isFinite(highest) || lowest > highest) return null;
  const max = topOf(highest);
  if (max === null) return null;
  return { min: max > 1 && lowest >= 1 ? 1 : Math.min(0, lowest), max };
}

function topOf(highest: number): number | null {
  if (highest <= 1) return 1;
  if (highest === 5 || highest === 100) return highest;
  return highest > 5 && highest <= 10 ? 10 : null;
}
