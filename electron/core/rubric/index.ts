/** Rubrics: reading, checking, comparing, versioning, routing and rendering them. */
export { rubricContentHash } from './content-hash.ts';
export { diffRubrics, type RubricChange, type RubricDiff } from './diff.ts';
export { diffTexts, type ListChange } from './diff-lists.ts';
export { type EditedRubric, editRubricHead, type RubricHeadEdit } from './edit.ts';
export {
  type FoldedText,
  folded,
  foldText,
  isCjk,
  isSpacedWordCharacter,
  type Span,
  spanInSource,
} from './fold-text.ts';
export { findKeyword } from './keyword.ts';
export { type LintOptions, lintRubric, type RubricLint } from './lint.ts';
export { type ParsedRubric, parseRubric } from './parse.ts';
export { RUBRIC_RULES, type RubricProblem, type RubricRule } from './problem.ts';
export {
  DEFAULT_OUTPUT_FORMAT,
  NO_FINE_RUBRICS,
  type RenderedRubric,
  type RenderOptions,
  renderRubric,
} from './render.ts';
export { type Routed, routeInstruction } from './route.ts';
export {
  categoryOf,
  DEFAULT_FINE,
  DEFAULT_KEY_ACTIONS,
  FALLBACK_CATEGORY,
  type Route,
  type RubricCategory,
  type RubricVersion,
  type SourceRange,
} from './rubric.ts';
export { characterSimilarity, comparisonTokens, nearestName, wordSimilarity } from './similar.ts';
export { type MatchedHits, matchRubricHits, type RubricItem, rubricItems, stepsOf } from './steps.ts';
export { estimateTokens } from './tokens.ts';
export { VAGUE_WORDS, vagueWords } from './vague-words.ts';
