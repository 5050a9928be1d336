import { basename, extname } from 'node:path';
import type { Reproduction, TemplateRendering } from '../api/contract.ts';
import { fail } from '../core/model/failure.ts';
import {
  DEFAULT_TEMPLATE,
  readTemplateFile,
  type TemplateFile,
  templateFileText,
} from '../core/prompt/index.ts';
import { onePath, thresholdsOf } from './arguments.ts';
import {
  type Command,
  type ExitStatus,
  type Output,
  parseArguments,
  usageFailure,
  wholeNumber,
} from './command.ts';
import { type Session, statusOf, withSession } from './session.ts';
import { sessionDetails, sessionOf, sessionOptions } from './session-options.ts';
import { count, counted, printable } from './text.ts';
import { readText } from './text-file.ts';

const usages = {
  default: 'assay template default',
  check: 'assay template check FILE [--json]',
  try: 'assay template try FILES… --template FILE [--trajectories F] [--rubrics DIR] [--where EXPR] [--limit N] [--images] [--recorded FILE --row SOURCE:LINE] [--json]',
} as const;
const usage = Object.values(usages).join('\n       ');

/** `assay template default|check|try`: what a judge is asked where the log does not hold it. */
export const templateCommand: Command = {
  name: 'template',
  summary: 'write a prompt template that asks what training asked',
  usage,
  details: [
    'default  prints the app’s own template, a beginning for yours',
    'check    what is wrong with a template, with line and column; exit status 1 where an error is found',
    'try      how many of the samples it reproduces to the byte, by the log’s messages or prompt_hash, and where it first differs',
    '--images       put pictures in, as for a judge that takes them',
    '--recorded F   a training request recorded as JSON or text, compared with what the template makes of --row',
    ...sessionDetails,
  ],
  async run(argv, output): Promise<ExitStatus> {
    const [action, ...rest] = argv;
    if (action === 'default') {
      parseArguments(rest, {}, usages.default);
      output.stdout(templateFileText('my-judge', '', DEFAULT_TEMPLATE));
      return 0;
    }
    if (action === 'check') return check(rest, output);
    if (action === 'try') return tryOut(rest, output);
    throw usageFailure(
      action === undefined || action.startsWith('-')
        ? 'say what to do: default, check or try'
        : `there is no ${JSON.stringify(action)}; there are default, check and try`,
      usage,
    );
  },
};

function check(argv: readonly string[], output: Output): ExitStatus {
  const { values, positionals } = parseArguments(argv, { json: { type: 'boolean' } }, usages.check);
  const path = onePath(positionals, usages.check);
  const file = readTemplateFile(readText(path));
  const { name, content_hash, problems } = file;
  const ok = file.template !== null;
  output.stdout(
    values.json === true
      ? `${JSON.stringify({ ok, name, content_hash, problems: problems.map(({ params: _params, ...rest }) => rest) })}\n`
      : problemText(path, file),
  );
  return ok ? 0 : 1;
}

/** Findings as compilers print them, so that editors can jump to them. */
function problemText(path: string, { problems }: TemplateFile): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const lines = problems.map(
    ({ severity, rule, message, line, column }) =>
      `${printable(path)}:${line}:${column}: ${severity}: ${printable(message)} [${rule}]\n`,
  );
  return `${lines.join('')}${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}\n`;
}

const tryOptions = {
  ...sessionOptions,
  template: { type: 'string' },
  limit: { type: 'string' },
  images: { type: 'boolean' },
  recorded: { type: 'string' },
  row: { type: 'string' },
} as const;

async function tryOut(argv: readonly string[], output: Output): Promise<ExitStatus> {
  const { values, positionals } = parseArguments(argv, tryOptions, usages.try);
  if (values.template === undefined) throw usageFailure('--template is missing', usages.try);
  if ((values.recorded === undefined) !== (values.row === undefined))
    throw usageFailure('--recorded and --row go together: whose request was recorded?', usages.try);
  const text = usableTemplate(values.template);
  const recorded = values.recorded === undefined ? '' : readText(values.recorded);
  const limit = wholeNumber(values.limit, 500, 'limit', 1);
  const opened = {
    ...sessionOf(values, positionals, usages.try),
    thresholds: thresholdsOf(values.threshold, usages.try),
  };
  return withSession(opened, output, async (session) => {
    const { services } = session;
    const how = { text, rubric_version: null, fine: 'log', images: values.images === true } as const;
    const found = await services.templates.reproduce({ ...how, rows: [], filter: values.where ?? '', limit });
    const row = values.row ?? found.first_no;
    const first = row === null ? null : await services.templates.render({ ...how, row, recorded });
    const report = {
      ...found,
      first:
        first === null
          ? null
          : {
              row: first.row,
              same_prompt: first.same_prompt,
              prompt_hash: first.prompt_hash,
              difference: first.difference,
            },
    };
    output.stdout(values.json === true ? `${JSON.stringify(report)}\n` : tryText(found, first));
    return statusOf(session, values.strict);
  });
}

function tryText(found: Reproduction, first: TemplateRendering | null): string {
  const lines = [
    `Same prompt as training: ${count(found.yes)} of ${count(found.looked_at)} samples yes, ${count(found.no)} no, ${count(found.unknown)} unknown.`,
    ...found.skipped.map(
      ({ reason, count: skipped, why }) =>
        `${count(skipped)} left out: ${reason.replaceAll('_', ' ')}${why === null ? '' : ` (the first: ${printable(why)})`}`,
    ),
  ];
  if (first !== null) lines.push(`Row ${first.row}: ${first.same_prompt}. ${differenceText(first)}`);
  return `${lines.join('\n')}\n`;
}

function differenceText({ difference, same_prompt, training }: TemplateRendering): string {
  if (difference === null)
    return training.messages === null
      ? 'The log holds its hash and not its text: record one training request and name it with --recorded and --row to see where they part.'
      : same_prompt === 'yes'
        ? 'The same to the byte.'
        : '';
  const { place, byte, same, template, training: theirs } = difference;
  const where = place === null ? '' : ` (${place.role} message, line ${place.line}, column ${place.column})`;
  const quoted = (text: string): string => printable(JSON.stringify(text));
  return `They part at byte ${count(byte)}${where}:\n  after     ${quoted(same)}\n  template  ${quoted(template)}\n  training  ${quoted(theirs)}`;
}

/** The text of a template file that can be used, with a name: its own, else the file's. @throws FailureError */
export function usableTemplate(path: string): string {
  const text = readText(path);
  const { template, name, problems } = readTemplateFile(text);
  if (template === null) {
    const first = problems.find(({ severity }) => severity === 'error');
    throw fail(
      'bad_request',
      `${path} line ${first?.line ?? 1}, column ${first?.column ?? 1}: ${first?.message ?? 'this is no template.'}`,
      { path, line: first?.line ?? 1, column: first?.column ?? 1 },
    );
  }
  return name === null ? `name: ${JSON.stringify(basename(path, extname(path)))}\n${text}` : text;
}

/** Saves the file's template in the workspace of a session. */
export function savedTemplate({ services }: Session, text: string | null): string | null {
  return text === null ? null : services.templates.save(text).template_id;
}
