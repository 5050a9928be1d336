import { type AdviceCode, brokenAdvice, noisyAdvice, rubricAdvice } from './advice.ts';
import { type Check, noiseShare, rateCheck, unjudgedOverall, unjudgedWindow } from './check.ts';
import { type ErrorSide, errorSide } from './error-side.ts';
import type { DiagnosisInput, ErrorRates, PositionFigure } from './input.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from './thresholds.ts';

export type JudgeVerdict =
  | 'broken'
  | 'noisy'
  | 'strict'
  | 'lenient'
  | 'mis_ordering'
  | 'sound'
  | 'undetermined';

export type CaveatCode =
  /** The log holds rewards and no verdict: nothing can be said before it is stated from which reward on one is a success. */
  | 'needs_threshold'
  /** Repeats were asked with another prompt than the training's: they are not this judge's noise and were left out. */
  | 'other_prompt'
  /** Whether they were is not known; they were used. */
  | 'prompt_unknown'
  /** No repeats that count: noise is neither found nor ruled out. */
  | 'noise_not_measured'
  /** No near pairs: mis-ordering is neither found nor ruled out. */
  | 'near_pairs_not_measured'
  /** Errors beyond the threshold that the repeats do not make every time. */
  | 'false_negatives_not_steady'
  | 'false_positives_not_steady';

/** The verdict in codes and figures; words are made from them where they are shown. */
export interface Diagnosis {
  readonly verdict: JudgeVerdict;
  /** The checks that decide: first the one the verdict rests on, then any other that fails or keeps it open. */
  readonly reasons: readonly Check[];
  /** Every check, in order. */
  readonly checks: readonly Check[];
  readonly advice: readonly AdviceCode[];
  /**
   * For *undetermined*: how many more labels would settle it at the present rates, each on an item of the side that
   * lacks them (its check's `unit` and `more` say which). Null where labels are not what is missing.
   */
  readonly needed: number | null;
  readonly notFitForPairwise: boolean;
  readonly position: PositionFigure | null;
  readonly caveats: readonly CaveatCode[];
}

/**
 * The verdict on one rubric version × judge. *Sound* needs the pipeline, both error rates, and whatever else was
 * measured to have their upper bounds below the thresholds; what was not measured is named as a caveat.
 */
export function diagnose(input: DiagnosisInput, thresholds: Thresholds = DEFAULT_THRESHOLDS): Diagnosis {
  const trusted = input.samePromptAsTraining !== 'no';
  const overall = unjudgedOverall(input, thresholds);
  const window = unjudgedWindow(input, thresholds);
  const noise = noiseShare(trusted ? input.noise : null, thresholds.noiseShare);
  const negatives = errorSide(
    trustedRates(input.falseNegatives, trusted),
    { steady: 'steady_false_negatives', plain: 'false_negatives' },
    'true_successes',
    thresholds.falseNegatives,
  );
  const positives = errorSide(
    trustedRates(input.falsePositives, trusted),
    { steady: 'steady_false_positives', plain: 'false_positives' },
    'true_failures',
    thresholds.falsePositives,
  );
  const near = rateCheck('near_pair_misselection', 'pairs', input.nearPairs, thresholds.nearPairs);
  const found: Evidence = { input, overall, window, noise, negatives, positives, near };
  const checks = allChecks(found);
  const conclusion = conclude(found);
  const notFitForPairwise = prefersASlot(input.position, thresholds);
  return {
    verdict: conclusion.verdict,
    reasons: reasonsFor(conclusion, checks),
    checks,
    advice: notFitForPairwise ? [...conclusion.advice, 'judge_both_orders'] : conclusion.advice,
    needed: conclusion.verdict === 'undetermined' ? labelsNeeded(negatives, positives) : null,
    notFitForPairwise,
    position: input.position,
    caveats: caveatsOf(found),
  };
}

interface Evidence {
  readonly input: DiagnosisInput;
  readonly overall: Check;
  readonly window: Check;
  readonly noise: Check;
  readonly negatives: ErrorSide;
  readonly positives: ErrorSide;
  readonly near: Check;
}

interface Conclusion {
  readonly verdict: JudgeVerdict;
  readonly decisive: readonly Check[];
  readonly advice: readonly AdviceCode[];
}

function conclude(found: Evidence): Conclusion {
  const { input, overall, window, noise, negatives, positives, near } = found;
  const outages = [overall, window].filter((check) => check.status === 'fails');
  if (outages.length > 0)
    return { verdict: 'broken', decisive: outages, advice: brokenAdvice(input.unjudged.causes) };
  if (noise.status === 'fails') return { verdict: 'noisy', decisive: [noise], advice: noisyAdvice };
  if (negatives.established !== null)
    return { verdict: 'strict', decisive: [negatives.established], advice: rubricAdvice(noise) };
  if (positives.established !== null)
    return { verdict: 'lenient', decisive: [positives.established], advice: rubricAdvice(noise) };
  if (near.status === 'fails')
    return { verdict: 'mis_ordering', decisive: [near], advice: ['change_rubric'] };
  const nothingOpen = noise.status !== 'open' && near.status !== 'open';
  if (overall.status === 'passes' && negatives.cleared && positives.cleared && nothingOpen) {
    const decisive = allChecks(found).filter((check) => check.status === 'passes');
    return { verdict: 'sound', decisive, advice: [] };
  }
  return { verdict: 'undetermined', decisive: unsettled(found), advice: adviceToSettle(found) };
}

/** What keeps the verdict open: the missing error rates, every straddling interval, and errors that only flicker. */
function unsettled({ overall, noise, negatives, positives, near }: Evidence): readonly Check[] {
  const sides = [negatives, positives].flatMap((side) => {
    if (side.cleared) return [];
    if (side.steady.status === 'missing') return [side.plain];
    return [side.steady, side.plain].filter(({ status }) => status === 'open' || status === 'fails');
  });
  const others = [noise, near].filter((check) => check.status === 'open');
  return [...(overall.status === 'missing' ? [overall] : []), ...sides, ...others];
}

function adviceToSettle({ noise, negatives, positives, near }: Evidence): readonly AdviceCode[] {
  const sides = [negatives, positives];
  const advice: AdviceCode[] = [];
  if (sides.some((side) => !side.cleared && !side.plainOnly)) advice.push('label_more');
  if (noise.status === 'open' || noise.status === 'missing' || sides.some((side) => side.plainOnly))
    advice.push('measure_noise');
  if (near.status === 'open') advice.push('audit_more_pairs');
  return advice;
}

/**
 * One established error is a verdict, so where a rate seen lies above its threshold the cheapest such side counts;
 * otherwise both sides must be cleared, and their labels are different items.
 */
function labelsNeeded(negatives: ErrorSide, positives: ErrorSide): number | null {
  const headed = [negatives, positives]
    .filter((side) => side.headedUp)
    .map((side) => side.more)
    .filter((more) => more !== null);
  if (headed.length > 0) return Math.min(...headed);
  if (negatives.more === null || positives.more === null) return null;
  const sum = negatives.more + positives.more;
  return sum === 0 ? null : sum;
}

function caveatsOf({ input, noise, negatives, positives, near }: Evidence): readonly CaveatCode[] {
  const repeats =
    input.noise !== null || input.falseNegatives.steady !== null || input.falsePositives.steady !== null;
  const caveats: CaveatCode[] = [];
  if (repeats && input.samePromptAsTraining === 'no') caveats.push('other_prompt');
  if (repeats && input.samePromptAsTraining === 'unknown') caveats.push('prompt_unknown');
  if (noise.status === 'missing') caveats.push('noise_not_measured');
  if (near.status === 'missing') caveats.push('near_pairs_not_measured');
  if (negatives.onlyFlickers) caveats.push('false_negatives_not_steady');
  if (positives.onlyFlickers) caveats.push('false_positives_not_steady');
  return caveats;
}

function allChecks({ overall, window, noise, negatives, positives, near }: Evidence): readonly Check[] {
  return [overall, window, noise, negatives.steady, negatives.plain, positives.steady, positives.plain, near];
}

function reasonsFor({ decisive }: Conclusion, checks: readonly Check[]): readonly Check[] {
  return [...decisive, ...checks.filter((check) => check.status === 'fails' && !decisive.includes(check))];
}

function trustedRates(rates: ErrorRates, trusted: boolean): ErrorRates {
  return trusted ? rates : { steady: null, plain: rates.plain };
}

/** A preference for either slot counts: the sign only says which. */
function prefersASlot(position: PositionFigure | null, thresholds: Thresholds): boolean {
  if (position === null || position.bias === null || position.p === null) return false;
  return Math.abs(position.bias) > thresholds.positionBias && position.p < thresholds.positionP;
}
