import type { SamePrompt } from '../../core/model/record.ts';
import type { Trajectory, VerdictRow } from '../../core/model/verdict.ts';
import {
  canonicalMessages,
  compileTemplate,
  countPictures,
  DEFAULT_TEMPLATE,
  type PromptRemark,
  type PromptTemplate,
  promptHash,
  type RenderedPrompt,
  renderPrompt,
  type SentMessages,
  samePrompt,
  TemplateFault,
  type TrainingPrompt,
  trainingMessages,
  withPictures,
} from '../../core/prompt/index.ts';
import type { RubricVersion } from '../../core/rubric/index.ts';
import { estimateTokens } from '../../core/rubric/index.ts';

/** The question one sample will be asked, and where it comes from. */
export interface PreparedPrompt {
  /** As they are stored: pictures from files are named by their hash. */
  readonly messages: SentMessages;
  readonly prompt_hash: string;
  readonly same_prompt: SamePrompt;
  readonly origin: 'log' | 'template';
  readonly tokens_estimate: number;
  readonly pictures: number;
  /** What the prompt lacks or had to bend; none for a logged one. */
  readonly remarks: readonly PromptRemark[];
}

export type Skip =
  | 'no_rubric'
  | 'nothing_to_judge'
  | 'template_failed'
  | 'fine_missing'
  | 'picture_missing'
  | 'picture_too_large';

export interface Skipped {
  readonly skip: Skip;
  /** What exactly, where a code does not say it all. */
  readonly why?: string;
}

export interface PromptSource {
  readonly verdict: VerdictRow;
  /** The parsed line of the log. */
  readonly line: Readonly<Record<string, unknown>>;
  readonly trajectory: Trajectory | null;
  /** All fields of the trajectory's own line, where it has one. */
  readonly trajectory_line?: Readonly<Record<string, unknown>> | null;
  /** The version to judge under where the question is rendered; null where the library has none. */
  readonly rubric: RubricVersion | null;
  /** Another version than the row's own was asked for: the logged question is not the one to send. */
  readonly rejudge: boolean;
  /** The app's own where it is not said. */
  readonly template?: PromptTemplate;
  /** Criteria to use in place of the log's: another question than the logged one. */
  readonly fine_rubrics?: readonly string[] | null;
  /** Addresses of the pictures to send, by frame. */
  readonly images?: ReadonlyMap<number, string>;
  /** The data URL behind a stored picture's hash. */
  readonly urlOf?: (sha256: string) => string;
}

/** What the log, or the trajectory's line, says the judge was sent. */
export function trainingPrompt({
  line,
  trajectory_line,
}: Pick<PromptSource, 'line' | 'trajectory_line'>): TrainingPrompt {
  const prompt_hash = typeof line.prompt_hash === 'string' ? line.prompt_hash : null;
  const logged = trainingMessages(line).messages;
  if (logged !== null || trajectory_line === null || trajectory_line === undefined)
    return { messages: logged, prompt_hash };
  // A trajectory's messages are most often the policy's own: only the log's hash can say that they are the judge's.
  const beside = trainingMessages(trajectory_line).messages;
  const proven = beside !== null && samePrompt({ messages: null, prompt_hash }, beside) === 'yes';
  return { messages: proven ? beside : null, prompt_hash };
}

/**
 * The messages for one sample. What the log says was sent is sent again exactly; otherwise the template renders it. A
 * sample with neither a logged question nor anything to show a judge is skipped, with the reason.
 */
export function preparePrompt(source: PromptSource): PreparedPrompt | Skipped {
  const training = trainingPrompt(source);
  const logged = training.messages;
  const asLogged = !source.rejudge && (source.fine_rubrics ?? null) === null;
  if (logged !== null && asLogged)
    return {
      messages: logged,
      prompt_hash: promptHash(logged),
      same_prompt: 'yes',
      origin: 'log',
      tokens_estimate: estimateTokens(canonicalMessages(withoutPictures(logged))),
      pictures: countPictures(logged),
      remarks: [],
    };
  const rendered = renderedPrompt(source);
  if ('skip' in rendered) return rendered;
  const sent = withPictures(rendered.messages, source.urlOf ?? ((sha256) => sha256));
  return {
    messages: rendered.messages,
    prompt_hash: promptHash(sent),
    same_prompt: samePrompt(training, sent),
    origin: 'template',
    tokens_estimate: rendered.tokens_estimate,
    pictures: countPictures(rendered.messages),
    remarks: rendered.remarks,
  };
}

const rubricNames = ['rubric_text', 'rubric', 'rubric_source', 'output_format'];

/** The question as the template has it, whatever the log holds. */
function renderedPrompt(source: PromptSource): RenderedPrompt | Skipped {
  const { verdict, line, trajectory, rubric, template = DEFAULT_TEMPLATE } = source;
  // what the log says of the rubric is the row's own version: no stand-in for another one
  const rubricText = !source.rejudge && typeof line.rubric_text === 'string' ? line.rubric_text : null;
  const instruction =
    trajectory?.instruction ?? (typeof line.instruction === 'string' ? line.instruction : null);
  try {
    const { used } = compileTemplate(template);
    // a template that takes all it says from the row's own fields needs neither
    const fromRow = used.has('row');
    if (rubric === null && rubricText === null && (!fromRow || rubricNames.some((name) => used.has(name))))
      return { skip: 'no_rubric' };
    if (instruction === null && trajectory === null && !fromRow) return { skip: 'nothing_to_judge' };
    return renderPrompt({
      template,
      rubric,
      rubric_text: rubricText,
      task_id: verdict.task_id,
      step: verdict.step,
      category: verdict.category,
      instruction,
      fine_rubrics: source.fine_rubrics ?? textsOf(line.fine_rubrics),
      trajectory,
      row: line,
      ...(source.images === undefined ? {} : { images: source.images }),
    });
  } catch (error) {
    if (error instanceof TemplateFault) return { skip: 'template_failed', why: error.message };
    throw error;
  }
}

/** Pictures written into a logged prompt are no text, and cost what no count of letters says. */
function withoutPictures(messages: SentMessages): SentMessages {
  return messages.map((message) => {
    const content: unknown = 'content' in message ? message.content : null;
    if (!Array.isArray(content)) return message;
    const texts: readonly unknown[] = content.filter(
      (part: unknown) => typeof part !== 'object' || part === null || !('image_url' in part),
    );
    return { ...message, content: texts };
  });
}

/** The texts of a list; anything else in it is left out. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
