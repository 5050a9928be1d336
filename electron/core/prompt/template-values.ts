import { type Document, isMap, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import type { Frame, Trajectory } from '../model/verdict.ts';
import type { RubricCategory, RubricItem, RubricVersion } from '../rubric/index.ts';
import { type FrameSelection, type FrameSelectionOptions, isKept } from './frame-selection.ts';
import type { TemplateName } from './template-names.ts';
import { jsonValue, Picture, type TemplateValue } from './template-value.ts';

/** What a sample's prompt is made of, ready to be named in a template. */
export interface SampleParts {
  readonly instruction: string | null;
  readonly trajectory: Trajectory | null;
  readonly selection: FrameSelection;
  readonly options: FrameSelectionOptions;
  readonly images: ReadonlyMap<number, string>;
  readonly rubric: RubricVersion | null;
  readonly category: RubricCategory | null;
  readonly category_id: string | null;
  readonly rubric_text: string;
  readonly output_format: string;
  readonly fine: readonly RubricItem[];
  readonly fine_text: string;
  readonly trajectory_text: string;
  readonly frames_text: string;
  readonly task_id: string | null;
  readonly step: number | null;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The values of a template, by the names of `TEMPLATE_VALUES`. */
export function templateValues(parts: SampleParts): Readonly<Record<TemplateName, TemplateValue>> {
  const frames = parts.trajectory?.frames ?? [];
  const byIndex = new Map(frames.map((frame) => [frame.index, frame]));
  const frameOf = (frame: Frame): TemplateValue => {
    const url = parts.images.get(frame.index);
    return {
      index: frame.index,
      number: frame.index + 1,
      action: frame.action,
      text: frame.text,
      state: frame.state,
      image: frame.image,
      picture: url === undefined ? null : new Picture(url),
      first: frame === frames[0],
      last: frame === frames.at(-1),
      key: isKept(frame.action, parts.options),
    };
  };
  return {
    instruction: parts.instruction ?? '',
    rubric_text: parts.rubric_text,
    rubric_source: parts.category === null ? '' : sourceOf(parts.rubric, parts.category.id),
    rubric: parts.category === null ? null : asWritten(parts.rubric, parts.category.id),
    rubric_version: parts.rubric?.version ?? '',
    category: parts.category_id ?? '',
    output_format: parts.output_format,
    fine_rubrics: parts.fine.map(({ text }) => text),
    fine_text: parts.fine_text,
    trajectory: parts.trajectory_text,
    frames: parts.selection.shown.flatMap((index) => {
      const frame = byIndex.get(index);
      return frame === undefined ? [] : [frameOf(frame)];
    }),
    all_frames: frames.map(frameOf),
    frames_text: parts.frames_text,
    frame_count: parts.selection.recorded,
    frames_shown: parts.selection.shown.length,
    final_state: parts.trajectory?.final_state ?? '',
    summary: parts.trajectory?.summary ?? '',
    transcript: (parts.trajectory?.messages ?? []).map(({ role, content, tool_calls }) => ({
      role,
      content,
      tool_calls,
    })),
    task_id: parts.task_id ?? '',
    step: parts.step,
    row: jsonValue(parts.row),
  };
}

interface RubricFile {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** Rubric files are parsed once: a run asks for a category at every sample. */
const files = new WeakMap<RubricVersion, RubricFile>();

function fileOf(rubric: RubricVersion): RubricFile {
  const known = files.get(rubric);
  if (known !== undefined) return known;
  const lines = new LineCounter();
  const file = { document: parseDocument(rubric.source, { lineCounter: lines, logLevel: 'silent' }), lines };
  files.set(rubric, file);
  return file;
}

function nodeOf(rubric: RubricVersion, id: string): Node | null {
  const { contents } = fileOf(rubric).document;
  const categories = rubric.form === 'versioned' && isMap(contents) ? contents.get('categories') : contents;
  const node = isMap(categories) ? categories.get(id, true) : undefined;
  return isNode(node) ? node : null;
}

/** A category's map as a YAML reader gives it: the file's own keys in the file's order, what is not there not there. */
function asWritten(rubric: RubricVersion | null, id: string): TemplateValue {
  if (rubric === null) return null;
  const node = nodeOf(rubric, id);
  return node === null ? null : jsonValue(node.toJS(fileOf(rubric).document));
}

/** A category as its file has it, moved out to the margin, comments included. */
function sourceOf(rubric: RubricVersion | null, id: string): string {
  const range = rubric === null ? null : nodeOf(rubric, id)?.range;
  if (rubric === null || range === null || range === undefined) return '';
  const [start, end] = range;
  const margin = ' '.repeat(Math.max(0, fileOf(rubric).lines.linePos(start).col - 1));
  return rubric.source
    .slice(start, end)
    .split('\n')
    .map((line, at) => (at > 0 && line.startsWith(margin) ? line.slice(margin.length) : line))
    .join('\n')
    .trimEnd();
}
