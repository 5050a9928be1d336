import { rubricContentHash } from './content-hash.ts';
import { categoryOf, FALLBACK_CATEGORY, type RubricVersion } from './rubric.ts';
import { type RubricItem, rubricItems, stepsOf } from './steps.ts';
import { estimateTokens } from './tokens.ts';

export interface RenderOptions {
  /** Put before the rubric where it is given. A prompt template has its own place for it. */
  readonly instruction?: string | null;
  /** The instance-level criteria of this sample; empty where the generator abstained. */
  readonly fine?: readonly string[];
}

export interface RenderedRubric {
  readonly version: string | null;
  readonly content_hash: string;
  /** The category rendered, and whether it stands in for one that the rubric does not have. */
  readonly category: string;
  readonly fallback: boolean;
  /** Everything the judge is told of the rubric: body, fine rubrics, output format. */
  readonly text: string;
  readonly tokens_estimate: number;
  /** The parts of `text`, for templates that place them apart. */
  readonly body: string;
  readonly fine_text: string;
  readonly output_format: string;
  readonly steps: readonly RubricItem[];
  readonly pitfalls: readonly RubricItem[];
  readonly fine: readonly RubricItem[];
}

/** What is asked for where a category does not say. */
export const DEFAULT_OUTPUT_FORMAT =
  'One JSON object: {"success": true or false, "score": number from 0 to 1, "reason": short text, ' +
  '"evidence": [literal quotes from the trajectory], "rubric_hits": [ids of the steps and criteria that are met]}';

export const NO_FINE_RUBRICS = 'None for this task.';

function lines(items: readonly RubricItem[]): string {
  return items.map((item) => `${item.id}. ${item.text}`).join('\n');
}

/**
 * A category of a rubric as the judge sees it. A category that the rubric does not have falls to `general`
 * (`fallback` says so); null where there is no `general` either.
 */
export function renderRubric(
  rubric: RubricVersion,
  category: string,
  options: RenderOptions = {},
): RenderedRubric | null {
  const own = categoryOf(rubric, category);
  const found = own ?? categoryOf(rubric, FALLBACK_CATEGORY);
  if (found === null) return null;
  const steps = stepsOf(found);
  const pitfalls = rubricItems('P', found.pitfalls);
  const fine = rubricItems(
    'F',
    (options.fine ?? []).map((text) => text.trim()).filter((text) => text !== ''),
  );
  const title = found.name === null || found.name === found.id ? found.id : `${found.name} (${found.id})`;
  const body = [
    `Kind of task: ${title}`,
    `Steps, each of which must be met:\n${lines(steps)}`,
    ...(pitfalls.length === 0 ? [] : [`Pitfalls, mistakes to look out for:\n${lines(pitfalls)}`]),
  ].join('\n\n');
  const fineText = fine.length === 0 ? NO_FINE_RUBRICS : lines(fine);
  const outputFormat = found.output_format ?? DEFAULT_OUTPUT_FORMAT;
  const instruction = options.instruction?.trim() ?? '';
  const text = [
    ...(instruction === '' ? [] : [`Instruction:\n${instruction}`]),
    body,
    `Criteria for this task alone:\n${fineText}`,
    `Output format:\n${outputFormat}`,
  ].join('\n\n');
  return {
    version: rubric.version,
    content_hash: rubricContentHash(rubric),
    category: found.id,
    fallback: own === null,
    text,
    tokens_estimate: estimateTokens(text),
    body,
    fine_text: fineText,
    output_format: outputFormat,
    steps,
    pitfalls,
    fine,
  };
}
