import type { Trajectory } from '../model/verdict.ts';
import {
  categoryOf,
  DEFAULT_KEY_ACTIONS,
  DEFAULT_OUTPUT_FORMAT,
  estimateTokens,
  NO_FINE_RUBRICS,
  type RubricVersion,
  renderRubric,
  routeInstruction,
  rubricItems,
} from '../rubric/index.ts';
import { type ChatMessage, type ContentPart, contentText } from './chat-message.ts';
import { type FrameSelection, type FrameSelectionOptions, selectFrames } from './frame-selection.ts';
import { instructionHash, promptHash } from './prompt-hash.ts';
import {
  compileTemplate,
  type FrameRule,
  type PromptTemplate,
  problemAt,
  TemplateFault,
  type TemplatePart,
} from './template.ts';
import { TemplateError } from './template-error.ts';
import { runTemplate } from './template-run.ts';
import type { TemplateValue } from './template-value.ts';
import { templateValues } from './template-values.ts';
import { framesText, trajectoryText } from './trajectory-text.ts';

export interface PromptInput {
  readonly template: PromptTemplate;
  /** The version to judge under; null uses `rubric_text` alone. */
  readonly rubric: RubricVersion | null;
  /** The rubric as the log has it, taken word for word where there is no rubric. */
  readonly rubric_text?: string | null;
  readonly task_id?: string | null;
  readonly step?: number | null;
  /** As the log has it; null or unknown to the rubric: routed by the instruction. */
  readonly category: string | null;
  readonly instruction: string | null;
  readonly fine_rubrics: readonly string[];
  readonly trajectory: Trajectory | null;
  /** The row's own fields, for templates that name them. */
  readonly row?: Readonly<Record<string, unknown>>;
  /** URL or data URL of a frame's image, by frame index; absent where the profile takes no images. */
  readonly images?: ReadonlyMap<number, string>;
}

/** What a rendered prompt lacks or had to bend. Shown beside a re-run, never hidden. */
export interface PromptRemark {
  readonly code:
    | 'no_instruction'
    | 'no_trajectory'
    | 'no_rubric'
    | 'category_fallback'
    | 'fine_over_max'
    | 'frames_left_out'
    | 'key_frames_left_out'
    | 'images_not_shown';
  readonly count: number;
}

export interface RenderedPrompt {
  readonly messages: readonly ChatMessage[];
  readonly prompt_hash: string;
  readonly instruction_hash: string | null;
  /** Of the text alone: what an image costs differs too much between models to guess. */
  readonly tokens_estimate: number;
  readonly frames: FrameSelection;
  /** The category whose rubric was sent; null where no rubric was. */
  readonly category: string | null;
  readonly remarks: readonly PromptRemark[];
}

interface RubricPart {
  readonly body: string;
  readonly output_format: string;
  readonly category: string | null;
  readonly remarks: readonly PromptRemark[];
}

function rubricPart(input: PromptInput): RubricPart {
  const given = input.rubric_text?.trim() ?? '';
  if (input.rubric !== null) {
    const routed = routeInstruction(input.rubric, input.instruction, input.category);
    const rendered = renderRubric(input.rubric, routed.category);
    if (rendered !== null)
      return {
        body: rendered.body,
        output_format: rendered.output_format,
        category: rendered.category,
        remarks:
          rendered.fallback || routed.unknownCategory !== null
            ? [{ code: 'category_fallback', count: 1 }]
            : [],
      };
  }
  return {
    body: given,
    output_format: DEFAULT_OUTPUT_FORMAT,
    category: input.category,
    remarks: given === '' ? [{ code: 'no_rubric', count: 1 }] : [],
  };
}

/**
 * Renders the prompt of one sample. The same input always gives the same messages, byte for byte; nothing is read from
 * anywhere else. Frames follow the template's rule, by default the rubric's cap and key actions (no rubric: all frames).
 *
 * @throws TemplateFault where the template cannot be read, or cannot be rendered for this sample
 */
export function renderPrompt(input: PromptInput): RenderedPrompt {
  const { template } = input;
  const program = compileTemplate(template);
  const frames = input.trajectory?.frames ?? [];
  const images = input.images ?? new Map<number, string>();
  const options = selectionOptions(template.frames ?? {}, input.rubric);
  const selection = selectFrames(frames, options);
  const rubric = rubricPart(input);
  const fine = rubricItems(
    'F',
    input.fine_rubrics.map((text) => text.trim()).filter((text) => text !== ''),
  );
  const shownFrames = framesText(frames, selection, images);
  const values = templateValues({
    instruction: input.instruction,
    trajectory: input.trajectory,
    selection,
    options,
    images,
    rubric: input.rubric,
    category: input.rubric === null ? null : categoryOf(input.rubric, rubric.category ?? ''),
    category_id: rubric.category,
    rubric_text: rubric.body,
    output_format: rubric.output_format,
    fine,
    fine_text:
      fine.length === 0 ? NO_FINE_RUBRICS : fine.map((item) => `${item.id}. ${item.text}`).join('\n'),
    trajectory_text: trajectoryText(input.trajectory, shownFrames, selection),
    frames_text: shownFrames,
    task_id: input.task_id ?? null,
    step: input.step ?? null,
    row: input.row ?? {},
  });
  const messages = program.texts.flatMap(({ role, part, content: text, program: nodes }): ChatMessage[] => {
    const content = rendered(part, text, () => runTemplate(nodes, values));
    // a message that a condition leaves empty is not sent; what the judge is asked always is
    if (content.length === 0 && part !== 'user') return [];
    const inParts = role === 'user' && typeof content === 'string' && template.content === 'parts';
    return [{ role, content: inParts ? [{ type: 'text', text: content }] : content }];
  });
  const hidden = frames.filter(
    (frame) => frame.image !== null && selection.shown.includes(frame.index) && !images.has(frame.index),
  ).length;
  const remarks: PromptRemark[] = [
    ...rubric.remarks,
    ...counted('no_instruction', (input.instruction ?? '').trim() === '' ? 1 : 0),
    ...counted('no_trajectory', isEmpty(input.trajectory) ? 1 : 0),
    ...counted('fine_over_max', Math.max(0, fine.length - (input.rubric?.fine.max ?? fine.length))),
    ...counted('frames_left_out', selection.left_out.length),
    ...counted('key_frames_left_out', selection.key_left_out.length),
    ...counted('images_not_shown', hidden),
  ];
  return {
    messages,
    prompt_hash: promptHash(messages),
    instruction_hash: input.instruction === null ? null : instructionHash(input.instruction),
    tokens_estimate: messages.reduce((sum, message) => sum + estimateTokens(contentText(message.content)), 0),
    frames: selection,
    category: rubric.category,
    remarks,
  };
}

/** What a template's rule and the rubric together say of frames. */
function selectionOptions(rule: FrameRule, rubric: RubricVersion | null): FrameSelectionOptions {
  const { max = 'rubric', keep = 'rubric', ...rest } = rule;
  return {
    ...rest,
    max: max === 'rubric' ? (rubric?.frames.max ?? null) : max,
    keyActions: keep === 'rubric' ? (rubric?.frames.key_actions ?? DEFAULT_KEY_ACTIONS) : keep,
  };
}

/** The places of frames whose pictures a template would show, so that only those need be read. */
export function shownFrameIndexes(
  template: PromptTemplate,
  trajectory: Trajectory | null,
  rubric: RubricVersion | null,
): readonly number[] {
  return selectFrames(trajectory?.frames ?? [], selectionOptions(template.frames ?? {}, rubric)).shown;
}

function rendered<T extends TemplateValue | readonly ContentPart[]>(
  part: TemplatePart,
  text: string,
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError)
      throw new TemplateFault(problemAt(error, part, text), { cause: error });
    throw error;
  }
}

function counted(code: PromptRemark['code'], count: number): PromptRemark[] {
  return count > 0 ? [{ code, count }] : [];
}

function isEmpty(trajectory: Trajectory | null): boolean {
  return (
    trajectory === null ||
    (trajectory.frames.length === 0 &&
      trajectory.messages.length === 0 &&
      (trajectory.summary ?? '').trim() === '' &&
      (trajectory.final_state ?? '').trim() === '')
  );
}
