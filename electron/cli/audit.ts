import { fail } from '../core/model/failure.ts';
import type { AuditFigures, GapBucket, PairFigures } from '../core/model/pair.ts';
import { auditFigures } from '../logs/query/pairs.ts';
import { edgesOf, onePath } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments } from './command.ts';
import { mappingsOf, readingOptions } from './reading-options.ts';
import { statusOf, withSession } from './session.ts';
import {
  count,
  counted,
  figure,
  left,
  percent,
  printable,
  probability,
  rateWithInterval,
  right,
  table,
} from './text.ts';

const usage =
  'assay audit DB|CSV|JSONL [--buckets -0.01,0.2,0.5,1,5] [--judge-logs F] [--map FIELD=PATH,…] [--workspace DIR] [--strict] [--json]';

const options = {
  buckets: { type: 'string' },
  'judge-logs': { type: 'string', multiple: true },
  map: readingOptions.map,
  mapping: readingOptions.mapping,
  workspace: { type: 'string' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `assay audit`: how often the judge preferred the side that failed, by gap, order, judge and task type. */
export const auditCommand: Command = {
  name: 'audit',
  summary: 'judged pairs: misselection by gap, position bias, conflicts',
  usage,
  details: [
    '--buckets EDGES   right-closed gap buckets, edges separated by commas (-0.01,0.2,0.5,1,5)',
    '--judge-logs F    judge logs of the pairs, JSONL or CSV; may be repeated',
    '--map FIELD=PATH,…  pairs of other names: judge_pref=winner,success_a=ok_a,success_b=ok_b; may be repeated',
    '--mapping NAME|FILE  a mapping saved in the workspace, or a JSON file of {"field": "path"}; --map adds to it',
    '--workspace DIR   work in this workspace and keep what was read; without it nothing is kept',
    '--strict          exit status 3 where lines could not be read',
    '--json            one JSON document on stdout',
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    const edges = edgesOf(values.buckets, usage);
    const files =
      positionals.length === 0 && values.workspace !== undefined
        ? []
        : [{ path: onePath(positionals, usage), kind: 'audit' as const }];
    const logs = (values['judge-logs'] ?? []).map((path) => ({ path, kind: 'judge_logs' as const }));
    return withSession(
      {
        workspace: values.workspace,
        files: [...logs, ...files],
        mappings: mappingsOf(values, usage, 'audit'),
      },
      output,
      async (session) => {
        const figures = await auditFigures(session.parts.store, edges);
        if (figures === null) throw fail('wrong_shape', 'There is no judged pair in what was opened.');
        output.stdout(values.json === true ? `${JSON.stringify(figures)}\n` : auditText(figures));
        return statusOf(session, values.strict);
      },
    );
  },
};

const gapWords: Readonly<Record<AuditFigures['gap_source'], string>> = {
  external: 'Gaps are external to the judge.',
  pair_group: 'Gaps are groups chosen beforehand, which the judge had no part in.',
  judge_scores:
    'Gaps are the judge’s own score differences: a bucket says how sure the judge was, not how hard the pair is.',
  none: 'The pairs carry no gap.',
};

/** The audit for a person. */
export function auditText(figures: AuditFigures): string {
  const { misselected } = figures;
  const sentences = [
    `${counted(figures.pairs, 'pair')}, ${count(figures.unreadable)} with an unreadable preference; of ${count(figures.discordant)} whose sides differ in truth the judge chose the failed side in ${count(misselected.count)}: ${rateWithInterval(misselected.rate, misselected.interval)} (${percent(misselected.rate_all)} of all readable pairs); ${counted(figures.judge_ties, 'judge tie')}.`,
    ...(figures.column_disagrees > 0
      ? [`The file’s own misselected column disagrees in ${counted(figures.column_disagrees, 'pair')}.`]
      : []),
    positionText(figures),
    ...(figures.after_swap === null
      ? []
      : [
          `Asked in both orders it decides ${count(figures.after_swap.decided)} pairs and leaves ${count(figures.after_swap.undecided)}; of the decided ${percent(figures.after_swap.rate)} are misselected.`,
        ]),
    ...(figures.satisfied_but_failed === null
      ? []
      : [
          `Of ${count(figures.satisfied_but_failed.high_scored)} scores of ${figures.satisfied_but_failed.threshold} or more ${count(figures.satisfied_but_failed.failed)} are of failed tasks: ${rateWithInterval(figures.satisfied_but_failed.rate, figures.satisfied_but_failed.interval)}.`,
        ]),
    `Scores and truth are opposed in ${counted(figures.conflicts.opposed, 'pair')} (${count(figures.conflicts.score_rule)} by the rule “score A above B, success not”).`,
  ];
  const parts = [
    ...(figures.by_model.length > 1
      ? [
          partsTable(
            'judge',
            figures.by_model.map((each) => [each.model, each] as const),
          ),
        ]
      : []),
    ...(figures.by_task_type === null
      ? []
      : [
          partsTable(
            'task type',
            figures.by_task_type.map((each) => [each.task_type, each] as const),
          ),
        ]),
  ];
  return [
    `${sentences.join('\n')}\n`,
    `${gapWords[figures.gap_source]}\n${bucketTable(figures.buckets)}`,
    ...parts,
  ].join('\n');
}

function positionText({ position }: AuditFigures): string {
  if (position === null) return 'No pair was judged in both orders: position bias is unknown.';
  const beyond =
    position.inconsistency_beyond_noise === null
      ? ''
      : ` The order itself accounts for ${percent(position.inconsistency_beyond_noise)} beyond the judge’s own flips.`;
  return `Of ${counted(position.swapped_pairs, 'pair')} judged in both orders ${percent(position.consistency)} keep their winner; in ${count(position.first_both)} the first slot won both times, in ${count(position.second_both)} the second: bias ${figure(position.bias, 3)}, p ${probability(position.p)}.${beyond}`;
}

function bucketTable(buckets: readonly GapBucket[]): string {
  return table(
    [
      left('gap'),
      left('range'),
      ...['pairs', 'differ', 'judge ties', 'misselected'].map(right),
      left('rate'),
    ],
    buckets.map((bucket) => [
      printable(bucket.label),
      rangeText(bucket),
      count(bucket.pairs),
      count(bucket.discordant),
      count(bucket.judge_ties),
      count(bucket.misselected),
      bucket.discordant > 0 && bucket.judge_ties === bucket.discordant
        ? 'judge ties alone: says nothing'
        : rateWithInterval(bucket.rate, bucket.interval),
    ]),
  );
}

function rangeText({ low, high }: GapBucket): string {
  if (low === null) return '';
  return high === null ? `above ${low}` : `(${low}, ${high}]`;
}

function partsTable(title: string, parts: readonly (readonly [string, PairFigures])[]): string {
  return table(
    [
      left(title),
      ...['pairs', 'unreadable', 'differ', 'judge ties', 'misselected'].map(right),
      left('rate'),
      ...['swapped', 'consistent', 'bias'].map(right),
    ],
    parts.map(([name, part]) => [
      name === '' ? '(unknown)' : printable(name),
      count(part.pairs),
      count(part.unreadable),
      count(part.discordant),
      count(part.judge_ties),
      count(part.misselected.count),
      rateWithInterval(part.misselected.rate, part.misselected.interval),
      count(part.position?.swapped_pairs ?? 0),
      percent(part.position?.consistency ?? null),
      figure(part.position?.bias ?? null, 3),
    ]),
  );
}
