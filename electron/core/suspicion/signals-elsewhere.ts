import type { Trajectory } from '../model/verdict.ts';
import { characterSimilarity } from '../rubric/index.ts';
import type { SignalEvidence, SuspicionInput } from './types.ts';

/**
 * Signals from other verdicts. Each gives its evidence, null where it does not hold, or `undefined` where the log
 * lacks what it needs.
 */
export function passesElsewhere(
  input: SuspicionInput,
): SignalEvidence['passes_elsewhere'] | null | undefined {
  const judged = input.otherVerdicts?.filter((other) => other.passed !== null) ?? [];
  if (judged.length === 0) return undefined;
  const verdicts = judged
    .filter((other) => other.passed === true)
    .map(({ rubric_version, judge_model }) => ({ rubric_version, judge_model }));
  return verdicts.length === 0 ? null : { verdicts, judged: judged.length };
}

/** Repeats that all fail say nothing here: agreement is no proof, so it neither adds nor takes away. */
export function repeatsSplit(input: SuspicionInput): SignalEvidence['repeats_split'] | null | undefined {
  const judged = input.repeats?.filter((repeat) => repeat.passed !== null) ?? [];
  if (judged.length === 0) return undefined;
  const passes = judged.filter((repeat) => repeat.passed === true).length;
  return passes === 0 ? null : { passes, fails: judged.length - passes + 1 };
}

/** States that differ in a clock or a counter are the same state; one that differs in a name is not. */
const NEAR_IDENTICAL = 0.9;
/** Beyond this a state is compared by its beginning: long pages differ in their tails. */
const COMPARED = 8000;

/** The state a run ended in: as recorded, else that of its last frame. Siblings are compared by it. */
export function finalStateOf(trajectory: Trajectory | null): string | null {
  const last = trajectory?.frames.at(-1);
  const state = [trajectory?.final_state, last?.state, last?.text].find(
    (text) => text !== null && text !== undefined && text.trim() !== '',
  );
  return state ?? null;
}

export function siblingPassed(input: SuspicionInput): SignalEvidence['sibling_passed'] | null | undefined {
  const own = finalStateOf(input.trajectory);
  const comparable = (input.siblings ?? []).filter(
    (sibling) => sibling.passed !== null && sibling.final_state !== null && sibling.final_state.trim() !== '',
  );
  if (own === null || comparable.length === 0) return undefined;
  const siblings = comparable
    .filter((sibling) => sibling.passed === true)
    .map((sibling) => ({
      trajectory: sibling.trajectory,
      similarity: characterSimilarity(own.slice(0, COMPARED), (sibling.final_state ?? '').slice(0, COMPARED)),
    }))
    .filter((sibling) => sibling.similarity >= NEAR_IDENTICAL)
    .sort((a, b) => b.similarity - a.similarity);
  return siblings.length === 0 ? null : { siblings };
}

export function groupFailed(input: SuspicionInput): SignalEvidence['group_failed'] | null | undefined {
  const group = (input.siblings ?? []).filter((sibling) => sibling.same_group && sibling.passed !== null);
  if (group.length === 0 || input.history === null || input.history.judged === 0) return undefined;
  if (group.some((sibling) => sibling.passed === true) || input.history.passed === 0) return null;
  return { group: group.length + 1, judged: input.history.judged, passed: input.history.passed };
}
