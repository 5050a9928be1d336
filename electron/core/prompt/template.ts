import type { ChatRole } from './chat-message.ts';
import type { FrameSelectionOptions } from './frame-selection.ts';
import { TemplateError, type TemplateRule } from './template-error.ts';
import { checkNames, type TemplateName } from './template-names.ts';
import { type TemplateNode, templateProgram } from './template-program.ts';
import type { BlockLines } from './template-tokens.ts';

export { TEMPLATE_NAMES } from './template-names.ts';

/** Which frames a template shows; `rubric` takes what the rubric file says. Null shows all. */
export interface FrameRule extends Omit<FrameSelectionOptions, 'max' | 'keyActions'> {
  readonly max?: number | 'rubric' | null;
  readonly keep?: readonly string[] | 'rubric';
}

/** One message of a list; its text is a template as `system` and `user` are. */
export interface TemplateMessage {
  readonly role: ChatRole;
  readonly content: string;
}

/**
 * What a user edits: two texts with `{{ value }}` places and `{% statements %}`, which frames they are about, and how the
 * messages are put. `\{{` writes two braces; `\\{{name}}` a backslash and a value. Nothing is trimmed.
 */
export interface PromptTemplate {
  readonly system: string;
  readonly user: string;
  /** All messages in order, worked examples among them, in place of `system` and `user`, which are empty then. */
  readonly messages?: readonly TemplateMessage[];
  readonly frames?: FrameRule;
  /** Lines that hold only a statement leave nothing behind (`own_line`), or stay as they are. */
  readonly blocks?: BlockLines;
  /** `parts` sends the user message as a list of parts even where it is one text. */
  readonly content?: 'text' | 'parts';
}

/** One of the texts; messages of a list are counted from 1. */
export type TemplatePart = 'system' | 'user' | `message ${number}`;

/** The texts of a template in the order they are sent, each with its name. */
export function templateTexts(
  template: PromptTemplate,
): readonly (TemplateMessage & { readonly part: TemplatePart })[] {
  if (template.messages !== undefined)
    return template.messages.map((message, at) => ({ ...message, part: `message ${at + 1}` as const }));
  return [
    { role: 'system', part: 'system', content: template.system },
    { role: 'user', part: 'user', content: template.user },
  ];
}

export interface TemplateProblem {
  readonly severity: 'error' | 'warning';
  readonly rule: TemplateRule;
  /** One English sentence: what is wrong, and what to do. */
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
  readonly part: TemplatePart;
  /** From 1; the place in the part's own text. */
  readonly line: number;
  readonly column: number;
}

/** A template that cannot be rendered for a sample, or at all. */
export class TemplateFault extends Error {
  readonly problem: TemplateProblem;
  constructor(problem: TemplateProblem, options?: { readonly cause: unknown }) {
    super(
      `The ${problem.part} text, line ${problem.line}, column ${problem.column}: ${problem.message}`,
      options,
    );
    this.name = 'TemplateFault';
    this.problem = problem;
  }
}

export interface CompiledTemplate {
  readonly texts: readonly {
    readonly role: ChatRole;
    readonly part: TemplatePart;
    readonly content: string;
    readonly program: readonly TemplateNode[];
  }[];
  readonly used: ReadonlySet<string>;
}

/** Templates are compiled once: a run renders the same one for every sample. */
const compiled = new WeakMap<PromptTemplate, CompiledTemplate>();

/** @throws TemplateFault for a text that cannot be read, or a name that does not exist */
export function compileTemplate(template: PromptTemplate): CompiledTemplate {
  const known = compiled.get(template);
  if (known !== undefined) return known;
  const read = readParts(template);
  const [first] = read.problems;
  if (first !== undefined) throw new TemplateFault(first);
  compiled.set(template, read);
  return read;
}

/** The problem at a place of one of the texts. */
export function problemAt(error: TemplateError, part: TemplatePart, text: string): TemplateProblem {
  const before = text.slice(0, error.at);
  return {
    severity: 'error',
    rule: error.rule,
    message: error.message,
    params: error.params,
    part,
    line: before.split('\n').length,
    column: error.at - before.lastIndexOf('\n'),
  };
}

function readParts(template: PromptTemplate): CompiledTemplate & { readonly problems: TemplateProblem[] } {
  const problems: TemplateProblem[] = [];
  const used = new Set<string>();
  const read = (part: TemplatePart, text: string): readonly TemplateNode[] => {
    try {
      const program = templateProgram(text, template.blocks ?? 'own_line');
      const names = checkNames(program);
      for (const name of names.used) used.add(name);
      problems.push(...names.errors.map((error) => problemAt(error, part, text)));
      return program;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push(problemAt(error, part, text));
      return [];
    }
  };
  const texts = templateTexts(template).map((text) => ({ ...text, program: read(text.part, text.content) }));
  return { texts, used, problems };
}

/** What is wrong with a template: what cannot be read or does not exist, and judges sent off without the essentials. */
export function checkTemplate(template: PromptTemplate): TemplateProblem[] {
  const { problems, used } = readParts(template);
  const texts = templateTexts(template);
  const asked = texts.findLast(({ role }) => role === 'user');
  if (asked === undefined || asked.content.trim() === '')
    problems.push({
      severity: 'error',
      rule: 'empty',
      message: 'The user text is empty: write what the judge is asked.',
      params: {},
      part: asked?.part ?? texts.at(-1)?.part ?? 'user',
      line: 1,
      column: 1,
    });
  return problems.length > 0 ? problems : missingNames(used, asked?.part ?? 'user');
}

/** Each group is one thing a judge cannot do without; any of its names will do. A row may hold any of them. */
const essentials: readonly (readonly TemplateName[])[] = [
  ['instruction', 'row'],
  ['rubric_text', 'rubric', 'rubric_source', 'row'],
  ['trajectory', 'frames', 'all_frames', 'frames_text', 'transcript', 'final_state', 'summary', 'row'],
];

function missingNames(used: ReadonlySet<string>, part: TemplatePart): TemplateProblem[] {
  return essentials
    .filter((names) => !names.some((name) => used.has(name)))
    .map((names) => ({
      severity: 'warning' as const,
      rule: 'missing-name' as const,
      message: `The judge is not told the ${names[0]}: {{${names.filter((name) => name !== 'row').join('}} or {{')}}} is nowhere in the template.`,
      params: { name: names[0] ?? '' },
      part,
      line: 1,
      column: 1,
    }));
}
