import { categoryOf, matchRubricHits, routeInstruction, stepsOf } from '../rubric/index.ts';
import { citations, fineRubricNames } from './citations.ts';
import { completionWords } from './completion-words.ts';
import { groundCriterion } from './grounding.ts';
import type { SignalEvidence, SuspicionInput, UngroundedFine } from './types.ts';

/** Signals from what the judge said. Null: does not hold. Undefined: the log lacks what it needs. */
export function contradiction(input: SuspicionInput): SignalEvidence['contradiction'] | null | undefined {
  const score = input.row.score ?? input.row.reward;
  const scale = input.caps.score;
  if (score === null || scale === null || !(scale.max > scale.min)) return undefined;
  const half = (scale.min + scale.max) / 2;
  return score >= half ? { score, half, max: scale.max } : null;
}

export function ungroundedFine(input: SuspicionInput): SignalEvidence['ungrounded_fine'] | null | undefined {
  const instruction = input.row.instruction ?? input.trajectory?.instruction ?? null;
  const fine = input.row.fine_rubrics;
  if (fine === null || (fine.length > 0 && (instruction === null || instruction.trim() === '')))
    return undefined;
  const criteria: UngroundedFine[] = [];
  for (const [index, text] of fine.entries()) {
    const grounding = groundCriterion(text, instruction ?? '');
    if (grounding.verdict === 'ungrounded')
      criteria.push({
        index,
        text,
        grounding,
        cited: citations(
          input.row.reason ?? '',
          text,
          fineRubricNames(index + 1),
          grounding.literals.filter((literal) => literal.found === null),
        ),
      });
  }
  return criteria.length === 0 ? null : { criteria, cited: criteria.some((each) => each.cited.length > 0) };
}

export function allStepsHit(input: SuspicionInput): SignalEvidence['all_steps_hit'] | null | undefined {
  const { rubric, row } = input;
  if (rubric === null || row.rubric_hits === null) return undefined;
  const instruction = row.instruction ?? input.trajectory?.instruction ?? null;
  if (row.category === null && instruction === null) return undefined;
  const routed = routeInstruction(rubric, instruction, row.category);
  const category = routed.unknownCategory !== null ? null : categoryOf(rubric, routed.category);
  if (category === null || category.steps.length === 0) return undefined;
  const steps = stepsOf(category);
  const matched = matchRubricHits(steps, row.rubric_hits);
  // Hits in a vocabulary of their own cannot be counted against the steps.
  if (row.rubric_hits.length > 0 && matched.hit.length + matched.missed.length === 0) return undefined;
  return matched.hit.length === steps.length ? { category: category.id, steps: matched.hit } : null;
}

export function saysCompleted(input: SuspicionInput): SignalEvidence['says_completed'] | null | undefined {
  const reason = input.row.reason;
  if (reason === null || reason.trim() === '') return undefined;
  const words = completionWords(reason).map(({ word, span }) => ({
    word,
    span,
    text: reason.slice(span.start, span.end),
  }));
  return words.length === 0 ? null : { words };
}
