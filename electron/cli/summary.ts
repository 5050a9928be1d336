import type { Summary, SummaryGroup } from '../core/model/summary.ts';
import { unjudgedCauses, warningKinds } from '../core/model/verdict.ts';
import { summary } from '../logs/query/summary.ts';
import { namesOf, thresholdsOf } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments, usageFailure, wholeNumber } from './command.ts';
import { statusOf, withSession } from './session.ts';
import { sessionDetails, sessionOf, sessionOptions } from './session-options.ts';
import {
  count,
  counted,
  figure,
  left,
  milliseconds,
  percent,
  printable,
  rateWithInterval,
  right,
  table,
  wordOr,
} from './text.ts';

const usage =
  'assay summary FILES… [--truth F] [--trajectories F] [--by rubric_version,judge_model] [--limit 1000] [--where EXPR] [--threshold N] [--workspace DIR] [--strict] [--json]';

const defaultKey = ['rubric_version', 'judge_model'] as const;

/** `assay summary`: counts, rates, rewards, latency, tokens and the judge against truth, by version and judge. */
export const summaryCommand: Command = {
  name: 'summary',
  summary: 'what the judge did, by rubric version and judge model or by any fields of the log',
  usage,
  details: [
    '--by NAMES      fields to group by, separated by commas, known or not; none for one group',
    '--limit N       tell at most N groups, those with most rows (1000); left_out counts the others',
    ...sessionDetails,
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(
      argv,
      { ...sessionOptions, by: { type: 'string' }, limit: { type: 'string' } },
      usage,
    );
    const by = namesOf(values.by) ?? defaultKey;
    if (by.length === 0) throw usageFailure('--by names no field; write none for one group', usage);
    const most = wholeNumber(values.limit, 1000, 'limit');
    const options = {
      ...sessionOf(values, positionals, usage),
      thresholds: thresholdsOf(values.threshold, usage),
    };
    return withSession(options, output, async (session) => {
      const figures = await summary(session.parts.store, { filter: values.where ?? '', by, most });
      output.stdout(values.json === true ? `${JSON.stringify(figures)}\n` : summaryText(figures, by));
      if (figures.left_out.groups > 0) output.stderr(`${leftOut(figures)}\n`);
      const { missing } = figures.unjudged;
      if (missing > 0)
        output.stderr(
          `${counted(missing, 'row')} without a verdict: where a reward decides, state from which one on it is a success, with --threshold N, JUDGE=N or VERSION/JUDGE=N.\n`,
        );
      return statusOf(session, values.strict);
    });
  },
};

/** The summary for a person: two sentences on what was read, then a table with a line for each group. */
export function summaryText(whole: Summary, by: readonly string[]): string {
  const names = by.filter((name) => name !== 'none');
  const warnings = warningKinds
    .filter((kind) => whole.warnings[kind] > 0)
    .map((kind) => `${kind} ${count(whole.warnings[kind])}`);
  const head = [
    `${counted(whole.rows, 'row')} of ${counted(whole.records, 'record')} in ${counted(whole.lines, 'line')}: ${count(whole.duplicates)} duplicates, ${count(whole.quarantined)} quarantined, ${count(whole.blank)} blank; identity by ${whole.identity}${whole.ambiguous > 0 ? `, ${count(whole.ambiguous)} ambiguous` : ''}.`,
    `${count(whole.judged)} judged, ${count(whole.unjudged.total)} unjudged${causesOf(whole.unjudged)}.`,
    ...(warnings.length === 0 ? [] : [`Warnings: ${warnings.join(', ')}.`]),
  ];
  const groups = whole.groups;
  const truth = groups.some((group) => (group.truth?.n ?? 0) > 0);
  const latency = groups.some((group) => group.latency_ms.n > 0);
  const tokens = groups.some((group) => group.tokens.n > 0);
  const repeats = groups.some((group) => group.repeats !== null);
  const columns = [
    ...names.map((name) => left(printable(name))),
    ...['rows', 'judged', 'unjudged', 'reward', 'as trained'].map(right),
    left('success rate'),
    ...(truth ? [right('truth'), left('false negatives'), left('false positives'), right('kappa')] : []),
    ...(repeats ? [right('repeated'), right('any flip')] : []),
    ...(latency ? [right('p50'), right('p95'), right('p99')] : []),
    ...(tokens ? [right('tokens')] : []),
  ];
  const rows = groups.map((group) => [
    ...names.map((name) => wordOr(group.key[name])),
    count(group.rows),
    count(group.judged),
    count(group.unjudged.total),
    figure(group.reward_mean),
    figure(group.reward_mean_as_trained),
    rateWithInterval(group.success_rate, group.success_interval),
    ...(truth ? truthCells(group) : []),
    ...(repeats ? [count(group.repeats?.items ?? 0), percent(group.repeats?.any_flip ?? null)] : []),
    ...(latency ? [group.latency_ms.p50, group.latency_ms.p95, group.latency_ms.p99].map(milliseconds) : []),
    ...(tokens ? [group.tokens.sum_total === null ? '–' : count(group.tokens.sum_total)] : []),
  ]);
  const few = groups.some(({ interval_method, clusters }) => interval_method === 'cluster' && clusters < 30);
  const notes = few
    ? ['Rows of one task are not independent: intervals are over tasks, and below 30 of them they are rough.']
    : [];
  return `${head.join('\n')}\n\n${table(columns, rows)}${notes.map((note) => `\n${note}\n`).join('')}`;
}

/** What a reader of the groups would otherwise take for the whole. */
function leftOut({ left_out: { groups, rows } }: Summary): string {
  return `${counted(groups, 'group')} with fewer rows left out, ${counted(rows, 'row')} in all; --limit N tells more.`;
}

function causesOf(unjudged: Summary['unjudged']): string {
  const causes = unjudgedCauses
    .filter((cause) => unjudged[cause] > 0)
    .map((cause) => `${cause} ${count(unjudged[cause])}`);
  return causes.length === 0 ? '' : ` (${causes.join(', ')})`;
}

function truthCells({ truth }: SummaryGroup): readonly string[] {
  return [
    count(truth?.n ?? 0),
    `${count(truth?.fn ?? 0)}, ${rateWithInterval(truth?.fn_rate ?? null, truth?.fn_interval ?? null)}`,
    `${count(truth?.fp ?? 0)}, ${rateWithInterval(truth?.fp_rate ?? null, truth?.fp_interval ?? null)}`,
    figure(truth?.kappa ?? null, 3),
  ];
}
