import {
  DEFAULT_THRESHOLDS,
  type Diagnosis,
  diagnose,
  worstUnjudgedWindow,
} from '../../core/diagnosis/index.ts';
import { speaksOfOutcome } from '../../core/filter/index.ts';
import type { SamePrompt } from '../../core/model/record.ts';
import type { Summary, SummaryGroup } from '../../core/model/summary.ts';
import { histogramQuestion, overviewQuestion, seriesQuestion } from '../../logs/query/first-screen.ts';
import { groupFields } from '../../logs/query/group-fields.ts';
import type { JudgeEvidence } from '../../logs/query/judge-evidence.ts';
import { answered } from '../../logs/query/kept-answers.ts';
import { type PairEvidence, pairEvidence } from '../../logs/query/pair-evidence.ts';
import { remembered } from '../../logs/query/remembered.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import type { RunEvidence } from './run-evidence.ts';
import { representative } from './run-selection.ts';
import { summaryFile } from './summary-csv.ts';

/** The overview's figures, and one verdict on the judge per group. */
export function overviewService(parts: EngineParts, runs: RunEvidence): Services['overview'] {
  const { store } = parts;
  return {
    async view(filter, by) {
      const [{ summary: whole, total, evidence, categories, same_family }, pairs] = await Promise.all([
        answered(store, overviewQuestion(filter, by)),
        remembered(store, 'pair evidence', () => pairEvidence(store)),
      ]);
      // rates over rows chosen by what the judge said describe the choice, not the judge; so do groups made by it
      const judged = representative({ filter }) && !by.some(speaksOfOutcome) ? whole.groups : [];
      const diagnoses = judged.map((group, at) =>
        diagnosisOf(group, evidence[at] ?? null, runs.of(group.key), pairsOf(pairs, group.key.judge_model)),
      );
      return {
        summary: whole,
        diagnoses,
        headline: headlineOf(whole, diagnoses),
        total,
        by_category: categories,
        same_family,
      };
    },
    fields: () => remembered(store, 'group fields', () => groupFields(store)),
    csv: (filter, by) => summaryFile(parts, filter, by),
    series: (filter, bins) => answered(store, seriesQuestion(filter, bins)),
    histogram: (filter, field, bins) => answered(store, histogramQuestion(filter, field, bins)),
  };
}

/** What re-runs of a group's samples showed; repeats in the log itself count where there are none. */
export interface MeasuredNoise {
  readonly share: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly items: number;
  readonly same_prompt: SamePrompt;
  readonly steady_false_negatives: JudgeEvidence['steady_false_negatives'];
  readonly steady_false_positives: JudgeEvidence['steady_false_positives'];
}

/** The verdict of METHODS §9 on one group, as far as the opened files and the re-runs allow. */
export function diagnosisOf(
  group: SummaryGroup,
  evidence: JudgeEvidence | null,
  rerun: MeasuredNoise | null,
  pairs: PairEvidence | null,
): Diagnosis {
  const { total: unjudged, ...causes } = group.unjudged;
  // repeats on another prompt are not this judge's noise: those of the log itself come before them
  const measured = rerun?.same_prompt === 'no' && evidence?.noise != null ? null : rerun;
  const { windowSteps, windowLeastUnjudged } = DEFAULT_THRESHOLDS;
  const waiting = waitsForThreshold(group) ? group.unjudged.missing : 0;
  const found = diagnose({
    unjudged: {
      rows: group.rows,
      unjudged: unjudged - waiting,
      causes: { ...causes, missing: causes.missing - waiting },
    },
    worstWindow:
      waiting > 0 ? null : worstUnjudgedWindow(evidence?.steps ?? [], windowSteps, windowLeastUnjudged),
    noise: measured ?? evidence?.noise ?? null,
    samePromptAsTraining: measured === null ? 'yes' : measured.same_prompt,
    falseNegatives: {
      steady: (measured ?? evidence)?.steady_false_negatives ?? null,
      plain: evidence?.false_negatives ?? null,
    },
    falsePositives: {
      steady: (measured ?? evidence)?.steady_false_positives ?? null,
      plain: evidence?.false_positives ?? null,
    },
    nearPairs: pairs?.near ?? null,
    position: pairs?.position ?? null,
  });
  return waiting === 0 ? found : { ...found, caveats: ['needs_threshold'], advice: [], needed: null };
}

/**
 * A judge that wrote rewards and not one verdict did not fail: its log says no more, and a threshold has to be stated.
 * Where it gave some rows a verdict, the others lack one.
 */
function waitsForThreshold(group: SummaryGroup): boolean {
  return group.judged === 0 && group.unjudged.missing > 0 && group.reward_mean_as_trained !== null;
}

/** An audit speaks for a judge of the same name; a nameless one for nobody. */
function pairsOf(
  pairs: ReadonlyMap<string, PairEvidence>,
  judge: string | null | undefined,
): PairEvidence | null {
  return judge === null || judge === undefined ? null : (pairs.get(judge) ?? null);
}

const gravity: readonly Diagnosis['verdict'][] = [
  'broken',
  'noisy',
  'strict',
  'lenient',
  'mis_ordering',
  'undetermined',
  'sound',
];

/** The group to speak of first: the gravest finding; among equals the group with most rows. */
function headlineOf(whole: Summary, diagnoses: readonly Diagnosis[]): number | null {
  let best: number | null = null;
  for (const [index, diagnosis] of diagnoses.entries()) {
    const present = best === null ? undefined : diagnoses[best];
    const order =
      present === undefined ? -1 : gravity.indexOf(diagnosis.verdict) - gravity.indexOf(present.verdict);
    const rows = (at: number | null) => (at === null ? 0 : (whole.groups[at]?.rows ?? 0));
    if (order < 0 || (order === 0 && rows(index) > rows(best))) best = index;
  }
  return best;
}
