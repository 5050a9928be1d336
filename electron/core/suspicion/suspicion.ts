import { groupFailed, passesElsewhere, repeatsSplit, siblingPassed } from './signals-elsewhere.ts';
import { allStepsHit, contradiction, saysCompleted, ungroundedFine } from './signals-reply.ts';
import { evidenceFound, frameProblem } from './signals-trajectory.ts';
import {
  DEFAULT_WEIGHTS,
  type Signal,
  type SignalEvidence,
  type SignalName,
  type Suspicion,
  type SuspicionInput,
  type SuspicionWeights,
} from './types.ts';

type Compute<Name extends SignalName> = (input: SuspicionInput) => SignalEvidence[Name] | null | undefined;

/**
 * How suspicious a failed verdict is of being a false negative (METHODS §8): the sum of the points of the signals that
 * hold, each with what it rests on. A signal whose fields are missing is in `notComputable`, never a zero. Rows that
 * passed or were not judged have a queue of their own and get no points.
 */
export function suspicionOf(input: SuspicionInput, weights: SuspicionWeights = DEFAULT_WEIGHTS): Suspicion {
  if (input.row.passed !== false) return { applicable: false, points: 0, signals: [], notComputable: [] };
  const signals: Signal[] = [];
  const notComputable: SignalName[] = [];
  const take = <Name extends SignalName>(
    name: Name,
    compute: Compute<Name>,
    make: (evidence: SignalEvidence[Name]) => Signal,
  ): void => {
    const evidence = compute(input);
    if (evidence === undefined) notComputable.push(name);
    else if (evidence !== null) signals.push(make(evidence));
  };
  take('passes_elsewhere', passesElsewhere, (evidence) => ({
    name: 'passes_elsewhere',
    points: weights.passes_elsewhere,
    evidence,
  }));
  take('repeats_split', repeatsSplit, (evidence) => ({
    name: 'repeats_split',
    points: weights.repeats_split,
    evidence,
  }));
  take('contradiction', contradiction, (evidence) => ({
    name: 'contradiction',
    points: weights.contradiction,
    evidence,
  }));
  take('ungrounded_fine', ungroundedFine, (evidence) => ({
    name: 'ungrounded_fine',
    points: evidence.cited ? weights.ungrounded_fine : weights.ungrounded_fine_uncited,
    evidence,
  }));
  take('all_steps_hit', allStepsHit, (evidence) => ({
    name: 'all_steps_hit',
    points: weights.all_steps_hit,
    evidence,
  }));
  take('evidence_found', evidenceFound, (evidence) => ({
    name: 'evidence_found',
    points: weights.evidence_found,
    evidence,
  }));
  take('frame_problem', frameProblem, (evidence) => ({
    name: 'frame_problem',
    points: weights.frame_problem,
    evidence,
  }));
  take('sibling_passed', siblingPassed, (evidence) => ({
    name: 'sibling_passed',
    points: weights.sibling_passed,
    evidence,
  }));
  take('group_failed', groupFailed, (evidence) => ({
    name: 'group_failed',
    points: weights.group_failed,
    evidence,
  }));
  take('says_completed', saysCompleted, (evidence) => ({
    name: 'says_completed',
    points: weights.says_completed,
    evidence,
  }));
  return {
    applicable: true,
    points: signals.reduce((sum, signal) => sum + signal.points, 0),
    signals,
    notComputable,
  };
}
