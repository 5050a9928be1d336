import { folded, foldText, type Span, spanInSource } from './fold-text.ts';
import { findKeyword } from './keyword.ts';
import { categoryOf, FALLBACK_CATEGORY, type RubricVersion } from './rubric.ts';

export interface Routed {
  readonly category: string;
  /** How it was decided: the log named it, a keyword matched, or nothing did. */
  readonly by: 'given' | 'keyword' | 'fallback';
  /** The keyword that decided and where the instruction has it. */
  readonly match: { readonly keyword: string; readonly span: Span } | null;
  /** Whether the rubric has this category; `general` may be missing. */
  readonly known: boolean;
  /** A category the log named that the rubric does not have; the instruction was routed instead. */
  readonly unknownCategory: string | null;
}

/**
 * The category of an instruction. A category that is given and known is taken; else the routes are tried in the order
 * written, and no match is `general`. Keywords match folded (NFKC, lower case): CJK as a substring, words of spaced
 * scripts at word boundaries.
 */
export function routeInstruction(
  rubric: RubricVersion,
  instruction: string | null,
  category: string | null = null,
): Routed {
  const given = category === null ? null : category.trim();
  if (given !== null && given !== '') {
    const known =
      categoryOf(rubric, given) ??
      rubric.categories.find((candidate) => folded(candidate.id) === folded(given));
    if (known !== undefined && known !== null)
      return { category: known.id, by: 'given', match: null, known: true, unknownCategory: null };
  }
  const unknownCategory = given === '' ? null : given;
  const text = foldText(instruction ?? '');
  for (const route of rubric.routing)
    for (const keyword of route.keywords) {
      const span = findKeyword(text.text, folded(keyword));
      if (span !== null)
        return {
          category: route.category,
          by: 'keyword',
          match: { keyword, span: spanInSource(text, span) },
          known: categoryOf(rubric, route.category) !== null,
          unknownCategory,
        };
    }
  return {
    category: FALLBACK_CATEGORY,
    by: 'fallback',
    match: null,
    known: categoryOf(rubric, FALLBACK_CATEGORY) !== null,
    unknownCategory,
  };
}
