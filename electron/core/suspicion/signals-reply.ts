import {
  categoryOf,
  findKeyword,
  foldText,
  matchRubricHits,
  routeInstruction,
  type Span,
  spanInSource,
  stepsOf,
} from '../rubric/index.ts';
import { completionWords } from './completion-words.ts';
import { contentWords, stem } from './content-words.ts';
import { type Grounding, groundCriterion } from './grounding.ts';
import { numbersGiven } from './numbers.ts';
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
        cited: citations(input.row.reason ?? '', text, index, grounding),
      });
  }
  return criteria.length === 0 ? null : { criteria, cited: criteria.some((each) => each.cited.length > 0) };
}

/**
 * Where a reason cites a criterion: its id (F1), a text it quotes and the instruction lacks, or at least half of its
 * content. A bare number of it counts only beside a content word: figures recur by chance.
 */
function citations(reason: string, criterion: string, index: number, grounding: Grounding): Span[] {
  const text = foldText(reason);
  const places: Span[] = [];
  for (const name of [
    `f${index + 1}`,
    `fine rubric ${index + 1}`,
    `criterion ${index + 1}`,
    `细则${index + 1}`,
  ]) {
    const at = findKeyword(text.text, name);
    if (at !== null) places.push(at);
  }
  const absent = grounding.literals.filter((literal) => literal.found === null);
  for (const literal of absent) {
    if (literal.kind !== 'quoted') continue;
    const at = findKeyword(text.text, foldText(literal.text).text.trim());
    if (at !== null) places.push(at);
  }
  const criterionText = foldText(criterion).text;
  const words = contentWords(criterionText);
  const stems = new Map(
    contentWords(text.text).flatMap((word) => (word.cjk ? [] : [[stem(word.text), word.span]])),
  );
  const shared = words.flatMap((word) => {
    const cjk = word.cjk ? text.text.indexOf(word.text) : -1;
    const at = word.cjk
      ? cjk === -1
        ? undefined
        : { start: cjk, end: cjk + word.text.length }
      : stems.get(stem(word.text));
    return at === undefined ? [] : [at];
  });
  const figures = numbersGiven(text.text);
  const figure = absent
    .filter((literal) => literal.kind === 'number')
    .flatMap((literal) =>
      [...numbersGiven(foldText(literal.text).text).keys()].map((value) => figures.get(value)),
    )
    .find((span) => span !== undefined);
  if (figure !== undefined && shared.length > 0) places.push(figure, ...shared);
  else if (words.length > 0 && shared.length / words.length >= 0.5) places.push(...shared);
  return places.map((place) => spanInSource(text, place)).sort((a, b) => a.start - b.start || a.end - b.end);
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
