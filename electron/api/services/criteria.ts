import type { VerdictDetail } from '../../core/model/verdict.ts';
import {
  categoryOf,
  matchRubricHits,
  type RubricItem,
  type RubricVersion,
  routeInstruction,
  rubricItems,
  stepsOf,
} from '../../core/rubric/index.ts';
import { citations, fineRubricNames, groundCriterion, stepNames } from '../../core/suspicion/index.ts';
import type { CriterionView } from '../contract.ts';

type Judged = Pick<VerdictDetail, 'rubric_hits' | 'fine_rubrics' | 'instruction'> & {
  readonly verdict: Pick<VerdictDetail['verdict'], 'category' | 'reason'>;
};

/**
 * What the row was judged by: the steps of its category in its rubric version (none where the library lacks it), then
 * its fine rubrics. A criterion that no hit names is unknown, not missed. Steps apply to a kind of task, so that only
 * fine rubrics are held against the instruction.
 */
export function criteriaOf(detail: Judged, rubric: RubricVersion | null): readonly CriterionView[] {
  const { instruction, rubric_hits: hits, fine_rubrics: fine, verdict } = detail;
  const reason = verdict.reason ?? '';
  const steps = rubric === null ? [] : stepsFor(rubric, instruction, verdict.category);
  const stepState = stateOf(steps, hits);
  const coarse = steps.map(
    (step, index): CriterionView => ({
      kind: 'coarse',
      id: step.id,
      text: step.text,
      state: stepState(step),
      grounding: null,
      spans: [],
      cited: citations(reason, step.text, stepNames(index + 1), []).length > 0,
    }),
  );
  const fineItems = rubricItems('F', fine);
  const fineState = stateOf(fineItems, hits);
  const known = instruction === null || instruction.trim() === '' ? null : instruction;
  return [
    ...coarse,
    ...fineItems.map((item, index): CriterionView => {
      const grounding = known === null ? null : groundCriterion(item.text, known);
      const absent = grounding?.literals.filter((literal) => literal.found === null) ?? [];
      return {
        kind: 'fine',
        id: item.id,
        text: item.text,
        state: fineState(item),
        grounding: grounding?.verdict ?? null,
        spans: (grounding?.matched ?? []).map(({ start, end }) => known?.slice(start, end) ?? ''),
        cited: citations(reason, item.text, fineRubricNames(index + 1), absent).length > 0,
      };
    }),
  ];
}

function stepsFor(
  rubric: RubricVersion,
  instruction: string | null,
  category: string | null,
): readonly RubricItem[] {
  // Without a category and a text to find it by, the fallback's steps would be a guess.
  if (category === null && instruction === null) return [];
  const routed = routeInstruction(rubric, instruction, category);
  // The judge was given a category that this version does not have: which steps it saw is not known.
  if (routed.unknownCategory !== null) return [];
  const found = categoryOf(rubric, routed.category);
  return found === null ? [] : stepsOf(found);
}

function stateOf(
  items: readonly RubricItem[],
  hits: readonly string[],
): (item: RubricItem) => CriterionView['state'] {
  const matched = matchRubricHits(items, hits);
  const hit = new Set(matched.hit);
  const missed = new Set(matched.missed);
  return ({ id }) => (hit.has(id) ? 'hit' : missed.has(id) ? 'miss' : 'unknown');
}
