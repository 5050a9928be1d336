import type { Diagnosis, ItemSelection } from '../../../electron/api/types.ts';

type CheckCode = Diagnosis['checks'][number]['code'];

/** The samples of the run behind a check; null for one that a run says nothing of. */
export const samplesBehind: Readonly<Record<CheckCode, ItemSelection | null>> = {
  unjudged_overall: 'failed',
  unjudged_window: null,
  noise_share: 'split',
  steady_false_negatives: 'steady_false_negative',
  false_negatives: 'log_false_negative',
  steady_false_positives: 'steady_false_positive',
  false_positives: 'log_false_positive',
  near_pair_misselection: null,
};
