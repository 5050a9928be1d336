import type { RunFigures } from '../../../electron/api/types.ts';
import { isWaiting, type RunStanding } from './run-standing.ts';

export type RunHeadlineCode =
  | 'waiting'
  | 'prepared'
  | 'stopped'
  | 'nothing_judged'
  | 'other_prompt'
  | 'unknown_prompt'
  | 'picked'
  | 'broken'
  | 'noisy'
  | 'strict_little_noise'
  | 'strict'
  | 'lenient_little_noise'
  | 'lenient'
  | 'mis_ordering'
  | 'sound'
  | 'little_noise'
  | 'undetermined';

/** Sentences of a run that no reply has come back for: there is nothing to conclude from. */
export const noReplies: ReadonlySet<RunHeadlineCode> = new Set(['waiting', 'prepared', 'stopped']);

/**
 * Which sentence a run opens with. A broken pipeline comes first; figures on another prompt (or one not known to be the
 * training's) are never called the judge's noise, so the sentence says that before anything else; samples picked by hand, or by what the judge had said,
 * describe the pick (METHODS §5); only then the verdict.
 */
export function headlineOf(run: RunFigures, standing: RunStanding, missing: boolean): RunHeadlineCode {
  const underWay = standing === 'running' || standing === 'paused';
  if (run.ok === 0 && underWay) return 'waiting';
  if (run.ok === 0 && missing && isWaiting(standing)) return 'prepared';
  if (run.attempts === 0 && missing) return 'stopped';
  if (run.ok === 0) return 'nothing_judged';
  const { verdict, checks } = run.diagnosis;
  if (verdict === 'broken') return 'broken';
  if (run.same_prompt_as_training === 'no') return 'other_prompt';
  if (run.same_prompt_as_training === 'unknown') return 'unknown_prompt';
  if (!run.representative) return 'picked';
  const littleNoise = checks.some((check) => check.code === 'noise_share' && check.status === 'passes');
  if (verdict === 'strict') return littleNoise ? 'strict_little_noise' : 'strict';
  if (verdict === 'lenient') return littleNoise ? 'lenient_little_noise' : 'lenient';
  if (verdict === 'undetermined') return littleNoise ? 'little_noise' : 'undetermined';
  return verdict;
}
