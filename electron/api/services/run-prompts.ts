import type { SamePrompt } from '../../core/model/record.ts';
import type { Trajectory, VerdictRow } from '../../core/model/verdict.ts';
import {
  canonicalMessages,
  DEFAULT_TEMPLATE,
  promptHash,
  renderPrompt,
  type SentMessages,
  samePrompt,
  trainingMessages,
} from '../../core/prompt/index.ts';
import type { RubricVersion } from '../../core/rubric/index.ts';
import { estimateTokens } from '../../core/rubric/index.ts';

/** The question one sample will be asked, and where it comes from. */
export interface PreparedPrompt {
  readonly messages: SentMessages;
  readonly prompt_hash: string;
  readonly same_prompt: SamePrompt;
  readonly origin: 'log' | 'template';
  readonly tokens_estimate: number;
}

export type Skip = 'no_rubric' | 'nothing_to_judge';

export interface PromptSource {
  readonly verdict: VerdictRow;
  /** The parsed line of the log. */
  readonly line: Readonly<Record<string, unknown>>;
  readonly trajectory: Trajectory | null;
  /** The version to judge under where the question is rendered; null where the library has none. */
  readonly rubric: RubricVersion | null;
  /** Another version than the row's own was asked for: the logged question is not the one to send. */
  readonly rejudge: boolean;
}

/**
 * The messages for one sample. What the log says was sent is sent again exactly; otherwise the template renders it. A
 * sample with neither a logged question nor anything to show a judge is skipped, with the reason.
 */
export function preparePrompt(source: PromptSource): PreparedPrompt | { readonly skip: Skip } {
  const { verdict, line, trajectory, rubric } = source;
  const logged = trainingMessages(line).messages;
  const training = {
    messages: logged,
    prompt_hash: typeof line.prompt_hash === 'string' ? line.prompt_hash : null,
  };
  if (logged !== null && !source.rejudge)
    return {
      messages: logged,
      prompt_hash: promptHash(logged),
      same_prompt: 'yes',
      origin: 'log',
      tokens_estimate: estimateTokens(canonicalMessages(logged)),
    };
  // what the log says of the rubric is the row's own version: no stand-in for another one
  const rubricText = !source.rejudge && typeof line.rubric_text === 'string' ? line.rubric_text : null;
  if (rubric === null && rubricText === null) return { skip: 'no_rubric' };
  const instruction =
    trajectory?.instruction ?? (typeof line.instruction === 'string' ? line.instruction : null);
  if (instruction === null && trajectory === null) return { skip: 'nothing_to_judge' };
  const rendered = renderPrompt({
    template: DEFAULT_TEMPLATE,
    rubric,
    rubric_text: rubricText,
    task_id: verdict.task_id,
    step: verdict.step,
    category: verdict.category,
    instruction,
    fine_rubrics: textsOf(line.fine_rubrics),
    trajectory,
  });
  return {
    messages: rendered.messages,
    prompt_hash: rendered.prompt_hash,
    same_prompt: samePrompt(training, rendered.messages),
    origin: 'template',
    tokens_estimate: rendered.tokens_estimate,
  };
}

/** The texts of a list; anything else in it is left out. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
