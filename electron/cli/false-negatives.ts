import { falseNegatives, type JudgeErrors } from '../logs/query/judge-errors.ts';
import { thresholdsOf } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments, usageFailure, wholeNumber } from './command.ts';
import { statusOf, withSession } from './session.ts';
import { sessionDetails, sessionOf, sessionOptions } from './session-options.ts';
import { count, counted, cut, figure, left, right, table, wordOr } from './text.ts';

const usage =
  'assay false-negatives FILES… --truth F [--where EXPR] [--threshold N] [--limit N] [--workspace DIR] [--strict] [--json]';

/** `assay false-negatives`: what the judge failed although truth says success, one item per row, in file order. */
export const falseNegativesCommand: Command = {
  name: 'false-negatives',
  summary: 'rows the judge failed although truth says success',
  usage,
  details: ['--limit N       list at most N rows; the counts speak of all', ...sessionDetails],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(
      argv,
      { ...sessionOptions, limit: { type: 'string' } },
      usage,
    );
    if (values.truth === undefined && values.workspace === undefined)
      throw usageFailure('false negatives need truth: --truth F', usage);
    const limit = values.limit === undefined ? undefined : wholeNumber(values.limit, 0, 'limit');
    const options = {
      ...sessionOf(values, positionals, usage),
      thresholds: thresholdsOf(values.threshold, usage),
    };
    return withSession(options, output, async (session) => {
      const found = await falseNegatives(session.parts.store, values.where ?? '', limit);
      output.stdout(values.json === true ? `${JSON.stringify(found)}\n` : falseNegativesText(found));
      return statusOf(session, values.strict);
    });
  },
};

/** The list for a person. */
export function falseNegativesText(found: JudgeErrors): string {
  const head = `${counted(found.total, 'false negative')} on ${counted(found.trajectories, 'trajectory', 'trajectories')}; ${count(found.matched)} of ${counted(found.truth_rows, 'label')} found a verdict${found.ambiguous > 0 ? `, ${count(found.ambiguous)} are ambiguous` : ''}.`;
  if (found.items.length === 0) return `${head}\n`;
  const columns = [
    left('where'),
    left('trajectory'),
    left('rubric version'),
    left('judge'),
    right('score'),
    left('reason'),
  ];
  const rows = found.items.map((item) => [
    `${cut(item.source, 30)}:${item.line}`,
    cut(item.trajectory ?? item.task_id ?? '–', 48),
    wordOr(item.rubric_version),
    wordOr(item.judge_model),
    item.score === null ? '–' : figure(item.score, 2),
    cut(item.reason ?? '–', 80),
  ]);
  const rest = found.total - found.items.length;
  return `${head}\n\n${table(columns, rows)}${rest > 0 ? `… and ${count(rest)} more\n` : ''}`;
}
