import { basename } from 'node:path';
import { fail } from '../core/model/failure.ts';
import {
  diffRubrics,
  lintRubric,
  parseRubric,
  type RubricChange,
  type RubricLint,
  type RubricVersion,
  renderRubric,
} from '../core/rubric/index.ts';
import { onePath } from './arguments.ts';
import { type Command, type ExitStatus, type Output, parseArguments, usageFailure } from './command.ts';
import { fine, fineUsage } from './rubric-fine.ts';
import { count, counted, cut, left, printable, table } from './text.ts';
import { readText } from './text-file.ts';

const usages = {
  lint: 'assay rubric lint FILE [--json]',
  diff: 'assay rubric diff A B [--json]',
  render: 'assay rubric render FILE --category C [--instruction T] [--fine "…"]… [--json]',
  fine: fineUsage,
} as const;
const usage = Object.values(usages).join('\n       ');

/** `assay rubric lint|diff|render`: rubric files checked, compared, and shown as a judge sees them. */
export const rubricCommand: Command = {
  name: 'rubric',
  summary: 'check, compare or render rubric files, and generate fine rubrics',
  usage,
  details: [
    'lint     exit status 1 where an error is found; warnings alone are fine',
    'diff     what changed in meaning, then the unified diff',
    'render   a category as the judge sees it; --fine may be repeated',
    'fine     at most two criteria per instruction by a judge model, each with the words that ask for it; kept in the workspace',
  ],
  async run(argv, output): Promise<ExitStatus> {
    const [action, ...rest] = argv;
    switch (action) {
      case 'lint':
        return lint(rest, output);
      case 'diff':
        return diff(rest, output);
      case 'render':
        return render(rest, output);
      case 'fine':
        return fine(rest, output);
      default:
        throw usageFailure(
          action === undefined || action.startsWith('-')
            ? 'say what to do: lint, diff, render or fine'
            : `there is no ${JSON.stringify(action)}; there are lint, diff, render and fine`,
          usage,
        );
    }
  },
};

function lint(argv: readonly string[], output: Output): ExitStatus {
  const { values, positionals } = parseArguments(argv, { json: { type: 'boolean' } }, usages.lint);
  const path = onePath(positionals, usages.lint);
  const found = lintRubric(readText(path));
  const problems = found.problems.map(({ severity, rule, message, line, column, path: place }) => ({
    severity,
    rule,
    message,
    line,
    column,
    path: place,
  }));
  output.stdout(
    values.json === true ? `${JSON.stringify({ ok: found.ok, problems })}\n` : lintText(path, found),
  );
  return found.ok ? 0 : 1;
}

/** Findings as compilers print them, so that editors can jump to them. */
export function lintText(path: string, { problems }: RubricLint): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const lines = problems.map(
    ({ severity, rule, message, line, column }) =>
      `${printable(path)}:${line}:${column}: ${severity}: ${printable(message)} [${rule}]\n`,
  );
  return `${lines.join('')}${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}\n`;
}

function diff(argv: readonly string[], output: Output): ExitStatus {
  const { values, positionals } = parseArguments(argv, { json: { type: 'boolean' } }, usages.diff);
  const [a, b, ...more] = positionals;
  if (a === undefined || b === undefined || more.length > 0)
    throw usageFailure('two rubric files are compared', usages.diff);
  const found = diffRubrics(rubricOf(a), rubricOf(b));
  const changed = found.changed.map(({ category, field, kind, before, after }) => ({
    category,
    field,
    kind,
    before,
    after,
  }));
  output.stdout(
    values.json === true ? `${JSON.stringify({ changed, text: found.text })}\n` : diffText(found),
  );
  return 0;
}

function diffText({
  changed,
  text,
}: {
  readonly changed: readonly RubricChange[];
  readonly text: string;
}): string {
  if (text === '') return 'The files are the same.\n';
  if (changed.length === 0) return `Nothing changed in meaning.\n\n${text}`;
  const columns = [left('where'), left('field'), left('change'), left('before'), left('after')];
  const rows = changed.map(({ category, field, kind, before, after }) => [
    printable(category),
    field,
    kind,
    cut(before ?? '–', 50),
    cut(after ?? '–', 50),
  ]);
  return `${table(columns, rows)}\n${text}`;
}

function render(argv: readonly string[], output: Output): ExitStatus {
  const { values, positionals } = parseArguments(
    argv,
    {
      category: { type: 'string' },
      instruction: { type: 'string' },
      fine: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
    usages.render,
  );
  const path = onePath(positionals, usages.render);
  if (values.category === undefined) throw usageFailure('--category is missing', usages.render);
  const rubric = rubricOf(path);
  const rendered = renderRubric(rubric, values.category, {
    instruction: values.instruction ?? null,
    fine: values.fine ?? [],
  });
  if (rendered === null)
    throw fail(
      'not_found',
      `${basename(path)} has neither the category ${values.category} nor general. It has ${rubric.categories.map(({ id }) => id).join(', ')}.`,
      { category: values.category },
    );
  if (rendered.fallback)
    output.stderr(
      `There is no category ${printable(values.category)}; ${rendered.category} stands in for it.\n`,
    );
  const { version, content_hash, category, text, tokens_estimate } = rendered;
  output.stdout(
    values.json === true
      ? `${JSON.stringify({ version, content_hash, category, text, tokens_estimate })}\n`
      : `${text}\n`,
  );
  if (values.json !== true) output.stderr(`About ${count(tokens_estimate)} tokens.\n`);
  return 0;
}

/** @throws FailureError `rubric_invalid` with the place of the first error */
function rubricOf(path: string): RubricVersion {
  const { rubric, problems } = parseRubric(readText(path));
  const first = problems.find(({ severity }) => severity === 'error');
  if (rubric !== null && first === undefined) return rubric;
  throw fail(
    'rubric_invalid',
    first === undefined
      ? `${path} is no rubric.`
      : `${path} line ${first.line}, column ${first.column}: ${first.message}`,
    { path, ...(first === undefined ? {} : { line: first.line, column: first.column, rule: first.rule }) },
  );
}
