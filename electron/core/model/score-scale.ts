/** Whose scores: the pair that METHODS §1 detects a scale for. */
export interface ScoringJudge {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
}

/** What a person said the scores of one judge under one version are out of. */
export interface ScaleAnswer extends ScoringJudge {
  /** The highest score there can be; null where there is none, and the scores stay as they are. */
  readonly top: number | null;
}

/** A judge whose scores exceed 1, so that their scale cannot be known from them. */
export interface ScaleQuestion extends ScoringJudge {
  readonly rows: number;
  readonly low: number;
  readonly high: number;
  /** What was answered; absent where nobody was asked yet, or where scores exceed the answer. */
  readonly answer: ScaleAnswer | null;
  /** Rows above what was answered: the answer does not hold for this judge, and is not applied. */
  readonly beyond: number;
}
