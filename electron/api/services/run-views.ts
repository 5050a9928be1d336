import type { Diagnosis } from '../../core/diagnosis/index.ts';
import type { RunFigures } from '../../core/run/run-figures.ts';
import type { Allocation } from '../../core/statistics/index.ts';
import type { StratumField } from '../../logs/query/sample-draw.ts';

export type { ItemGroup, ItemSelection } from '../../record/run-items.ts';

/** Strata made of these fields; rows of a stratum all have the same chance. */
export interface DrawAsked {
  readonly by: readonly StratumField[];
  readonly allocation: Allocation;
}

/** How samples were drawn, from how many rows. */
export interface DrawView {
  readonly kind: 'uniform' | 'stratified';
  readonly by: readonly string[];
  readonly allocation: Allocation | null;
  readonly population: number;
  readonly seed: number;
  /** Each named by the JSON list of its values, in the order of `by`. */
  readonly strata: readonly { readonly stratum: string; readonly size: number; readonly drawn: number }[];
}

/** How the truth a run was made with differs from what the opened files say now. */
export interface TruthToday {
  /** Samples of the run whose row is in the index. */
  readonly found: number;
  /** Rows that are gone, or hold another trajectory now. */
  readonly gone: number;
  readonly gained: number;
  readonly lost: number;
  readonly turned: number;
  /** The figures that truth decides, with today's; null where nothing differs. */
  readonly today:
    | (Pick<
        RunFigures,
        | 'steady_false_negatives'
        | 'flickering_false_negatives'
        | 'steady_false_positives'
        | 'flickering_false_positives'
      > & { readonly verdict: Diagnosis['verdict'] })
    | null;
}

/** The within-sample noise of one rubric version × judge, on the scale of its rewards. */
export interface NoiseGroup {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  /** Judged rows with a reward that the filter lets through. */
  readonly rows: number;
  /** What the log's rewards are of these rows; null: neither, so no re-run can say how they would scatter. */
  readonly reward_is: 'verdict' | 'score' | null;
  /** Standard deviation of one call's reward around its sample's mean; null where no re-run measured it. */
  readonly sd: number | null;
  readonly samples: number;
  readonly calls: number;
  readonly run_id: string | null;
  readonly run_number: number | null;
}

/** What the judge's noise alone does to the mean reward of a range of steps; same ranges as `overview.series`. */
export interface NoiseBandView {
  readonly groups: readonly NoiseGroup[];
  readonly bins: readonly {
    readonly step_low: number;
    readonly step_high: number;
    /** Judged rows with a reward, and those of them whose noise is measured. */
    readonly rows: number;
    readonly measured: number;
    /** Standard error of the mean; null unless all of them are measured. */
    readonly se: number | null;
    /** Half the band: 1.96 standard errors. */
    readonly half: number | null;
  }[];
}
