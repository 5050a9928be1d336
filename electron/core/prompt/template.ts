import { nearestName } from '../rubric/index.ts';

/** What a user edits: two texts with `{{name}}` places. `\{{` writes two braces; `\\{{name}}` a backslash and a value. */
export interface PromptTemplate {
  readonly system: string;
  readonly user: string;
}

/** Every name a template may hold. */
export const TEMPLATE_NAMES = [
  'instruction',
  'rubric_text',
  'fine_rubrics',
  'output_format',
  'trajectory',
  'frames',
  'final_state',
  'frame_count',
  'frames_shown',
  'category',
  'rubric_version',
  'task_id',
  'step',
] as const;

export type TemplateName = (typeof TEMPLATE_NAMES)[number];
export type TemplateValues = Readonly<Record<TemplateName, string>>;

export interface TemplateProblem {
  readonly severity: 'error' | 'warning';
  readonly rule: 'unknown-name' | 'unclosed' | 'empty' | 'missing-name';
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
  readonly part: 'system' | 'user';
  /** From 1; the place of the opening braces. */
  readonly line: number;
  readonly column: number;
}

interface Piece {
  readonly literal: string;
  readonly name: string | null;
  readonly at: number;
  readonly unclosed: boolean;
}

const opening = /(\\*)\{\{(?!\{)/g;
const placeholder = /\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}/y;

/** Splits a text into literals and places. Half of the backslashes before `{{` stay; an odd one makes it literal. */
function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  opening.lastIndex = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const slashes = match[1]?.length ?? 0;
    const braces = match.index + slashes;
    const kept = text.slice(from, match.index) + '\\'.repeat(Math.floor(slashes / 2));
    placeholder.lastIndex = braces;
    const named = slashes % 2 === 1 ? null : placeholder.exec(text);
    from = named === null ? braces + 2 : placeholder.lastIndex;
    found.push({
      literal: named === null ? `${kept}{{` : kept,
      name: named?.[1] ?? null,
      at: braces,
      unclosed: named === null && slashes % 2 === 0,
    });
    opening.lastIndex = from;
  }
  found.push({ literal: text.slice(from), name: null, at: text.length, unclosed: false });
  return found;
}

function isTemplateName(name: string): name is TemplateName {
  return TEMPLATE_NAMES.some((known) => known === name);
}

/**
 * Puts the values in. A value is never read for places itself, so an instruction that holds `{{…}}` stays as it is; a
 * name that does not exist is left standing, braces and all (`checkTemplate` reports it).
 */
export function fillTemplate(text: string, values: TemplateValues): string {
  return pieces(text)
    .map(({ literal, name }) => {
      if (name === null) return literal;
      return literal + (isTemplateName(name) ? values[name] : `{{${name}}}`);
    })
    .join('');
}

/** The names a template uses. */
export function namesIn(template: PromptTemplate): Set<string> {
  return new Set(
    [template.system, template.user].flatMap((text) =>
      pieces(text).flatMap((piece) => (piece.name === null ? [] : [piece.name])),
    ),
  );
}

/** What is wrong with a template: unknown names, open braces, and judges that would be sent off without the essentials. */
export function checkTemplate(template: PromptTemplate): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  for (const part of ['system', 'user'] as const) {
    const text = template[part];
    const report = (problem: Omit<TemplateProblem, 'part' | 'line' | 'column'>, at: number): void => {
      const before = text.slice(0, at);
      const line = before.split('\n').length;
      problems.push({ ...problem, part, line, column: at - before.lastIndexOf('\n') });
    };
    for (const piece of pieces(text)) {
      if (piece.unclosed)
        report(
          {
            severity: 'error',
            rule: 'unclosed',
            message: 'These braces name no value; write \\{{ for two braces.',
            params: {},
          },
          piece.at,
        );
      if (piece.name !== null && !isTemplateName(piece.name)) {
        const near = nearestName(piece.name, TEMPLATE_NAMES);
        report(
          {
            severity: 'error',
            rule: 'unknown-name',
            message: `There is no value “${piece.name}”.${near === null ? '' : ` Did you mean “${near}”?`}`,
            params: near === null ? { name: piece.name } : { name: piece.name, suggestion: near },
          },
          piece.at,
        );
      }
    }
    if (part === 'user' && text.trim() === '')
      report({ severity: 'error', rule: 'empty', message: 'The user message is empty.', params: {} }, 0);
  }
  return [...problems, ...missingNames(template)];
}

/** Each group is one thing a judge cannot do without; any of its names will do. */
const essentials: readonly (readonly TemplateName[])[] = [
  ['instruction'],
  ['rubric_text'],
  ['trajectory', 'frames', 'final_state'],
];

function missingNames(template: PromptTemplate): TemplateProblem[] {
  const used = namesIn(template);
  return essentials
    .filter((names) => !names.some((name) => used.has(name)))
    .map((names) => ({
      severity: 'warning' as const,
      rule: 'missing-name' as const,
      message: `The judge is not told the ${names[0]}: {{${names.join('}} or {{')}}} is nowhere in the template.`,
      params: { name: names[0] ?? '' },
      part: 'user' as const,
      line: 1,
      column: 1,
    }));
}
