import { findKeyword, foldText, type Span, spanInSource } from '../rubric/index.ts';
import { contentWords, stem } from './content-words.ts';
import type { GroundingLiteral } from './grounding.ts';
import { numbersGiven } from './numbers.ts';

/** How a reason may name the nth fine rubric, from 1. */
export function fineRubricNames(number: number): readonly string[] {
  return [`f${number}`, `fine rubric ${number}`, `criterion ${number}`, `细则${number}`];
}

/** How a reason may name the nth step of a coarse rubric, from 1. */
export function stepNames(number: number): readonly string[] {
  return [`s${number}`, `step ${number}`, `步骤${number}`, `第${number}步`];
}

/**
 * Where a reason cites a criterion: by one of its names (F1), by a text it quotes and the instruction lacks, or by at
 * least half of its content. A bare number of it counts only beside a content word: figures recur by chance.
 *
 * @param absent the criterion's literals that the instruction lacks
 * @returns offsets in the reason, UTF-16 units
 */
export function citations(
  reason: string,
  criterion: string,
  names: readonly string[],
  absent: readonly GroundingLiteral[],
): Span[] {
  const text = foldText(reason);
  const places: Span[] = [];
  for (const name of names) {
    const at = findKeyword(text.text, name);
    if (at !== null) places.push(at);
  }
  for (const literal of absent) {
    if (literal.kind !== 'quoted') continue;
    const at = findKeyword(text.text, foldText(literal.text).text.trim());
    if (at !== null) places.push(at);
  }
  const words = contentWords(foldText(criterion).text);
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
