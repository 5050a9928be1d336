/** Where each finding begins. Shares are fractions; all editable. */
export interface Thresholds {
  /** *broken*: unjudged share above this, overall or in a window. */
  readonly unjudgedShare: number;
  readonly windowSteps: number;
  /** Unjudged rows a window needs: one failed call in a thin window is no outage, whatever its share. */
  readonly windowLeastUnjudged: number;
  /** *noisy*: lower bound of the noise share above this. */
  readonly noiseShare: number;
  /** *strict*: lower bound of the (steady) false-negative rate above this. */
  readonly falseNegatives: number;
  /** *lenient*: lower bound of the (steady) false-positive rate above this. */
  readonly falsePositives: number;
  /** *mis-ordering*: lower bound of near-pair misselection above this. */
  readonly nearPairs: number;
  /** Not fit for pairwise reward: position bias beyond this, either slot, with p below `positionP`. */
  readonly positionBias: number;
  readonly positionP: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = {
  unjudgedShare: 0.05,
  windowSteps: 50,
  windowLeastUnjudged: 2,
  noiseShare: 0.1,
  falseNegatives: 0.05,
  falsePositives: 0.05,
  nearPairs: 0.15,
  positionBias: 0.05,
  positionP: 0.05,
};
