import type { Trajectory } from '../model/verdict.ts';
import {
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
import { type FrameOrder, type FrameSelection, selectFrames } from './frame-selection.ts';
import { instructionHash, promptHash } from './prompt-hash.ts';
import { fillTemplate, type PromptTemplate, type TemplateValues } from './template.ts';
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
  readonly frame_order?: FrameOrder;
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
 * anywhere else. Frames follow the rubric's cap and key actions (no rubric: all frames).
 */
export function renderPrompt(input: PromptInput): RenderedPrompt {
  const frames = input.trajectory?.frames ?? [];
  const images = input.images ?? new Map<number, string>();
  const selection = selectFrames(frames, {
    max: input.rubric?.frames.max ?? null,
    keyActions: input.rubric?.frames.key_actions ?? DEFAULT_KEY_ACTIONS,
    order: input.frame_order ?? 'time',
  });
  const rubric = rubricPart(input);
  const fine = rubricItems(
    'F',
    input.fine_rubrics.map((text) => text.trim()).filter((text) => text !== ''),
  );
  const shownFrames = framesText(frames, selection, images);
  const values: TemplateValues = {
    instruction: input.instruction ?? '',
    rubric_text: rubric.body,
    fine_rubrics:
      fine.length === 0 ? NO_FINE_RUBRICS : fine.map((item) => `${item.id}. ${item.text}`).join('\n'),
    output_format: rubric.output_format,
    trajectory: trajectoryText(input.trajectory, shownFrames, selection),
    frames: shownFrames,
    final_state: input.trajectory?.final_state ?? '',
    frame_count: String(selection.recorded),
    frames_shown: String(selection.shown.length),
    category: rubric.category ?? '',
    rubric_version: input.rubric?.version ?? '',
    task_id: input.task_id ?? '',
    step: input.step === null || input.step === undefined ? '' : String(input.step),
  };
  const system = fillTemplate(input.template.system, values).trim();
  const user = fillTemplate(input.template.user, values).trim();
  const pictures = imageParts(selection, images);
  const messages: ChatMessage[] = [
    ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
    { role: 'user', content: pictures.length === 0 ? user : [{ type: 'text', text: user }, ...pictures] },
  ];
  const hidden = frames.filter(
    (frame) => frame.image !== null && selection.shown.includes(frame.index) && !images.has(frame.index),
  ).length;
  const remarks: PromptRemark[] = [
    ...rubric.remarks,
    ...counted('no_instruction', values.instruction.trim() === '' ? 1 : 0),
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

/** Each image behind a line that names its frame, in the order the frames are told in. */
function imageParts(selection: FrameSelection, images: ReadonlyMap<number, string>): ContentPart[] {
  return selection.shown.flatMap((index): ContentPart[] => {
    const url = images.get(index);
    if (url === undefined) return [];
    return [
      { type: 'text', text: `Screenshot of frame ${index}:` },
      { type: 'image_url', image_url: { url } },
    ];
  });
}
