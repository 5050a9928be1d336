/** Which failed verdicts are probably wrong, and why: signals, grounding, evidence. */
export { citations, fineRubricNames, stepNames } from './citations.ts';
export { COMPLETION_WORDS, type Completion, completionWords } from './completion-words.ts';
export { type EvidenceField, type EvidencePlace, type LocatedEvidence, locateEvidence } from './evidence.ts';
export { type Grounding, type GroundingLiteral, groundCriterion } from './grounding.ts';
export { type ScoreScale, scoreScale } from './score-scale.ts';
export { finalStateOf } from './signals-elsewhere.ts';
export { suspicionOf } from './suspicion.ts';
export {
  DEFAULT_WEIGHTS,
  type FrameFault,
  type OtherVerdict,
  SIGNAL_NAMES,
  type Sibling,
  type Signal,
  type SignalEvidence,
  type SignalName,
  type SuspectRow,
  type Suspicion,
  type SuspicionInput,
  type SuspicionWeights,
  type UngroundedFine,
} from './types.ts';
