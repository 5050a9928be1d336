import type { Label } from '../../core/model/record.ts';
import type { Trajectory, VerdictRow } from '../../core/model/verdict.ts';

/** Another verdict on the same trajectory: other versions, other judges, repeats. */
export type OtherVerdict = Pick<
  VerdictRow,
  'rubric_version' | 'judge_model' | 'attempt' | 'passed' | 'unjudged' | 'score' | 'reason'
>;

/** One sample to export: a verdict, what is known of its truth, and what people said about it. */
export interface ExportSample {
  readonly verdict: VerdictRow;
  /** The key labels are stored under: the identity key, or `line:…` where the log has no better one. */
  readonly trajectory: string;
  /** sha256 of the rubric version's content; null where the version is in no library. */
  readonly rubric_content_hash: string | null;
  readonly instruction: string | null;
  readonly evidence: readonly string[];
  readonly other_verdicts: readonly OtherVerdict[];
  readonly labels: readonly Label[];
  /** Written to JSONL as an object, to CSV as JSON; null leaves it out. */
  readonly trajectory_content: Trajectory | null;
}
