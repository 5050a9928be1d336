import { resolve } from 'node:path';
import { defaultRows, writeSample } from '../exchange/sample/index.ts';
import { onePath } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments, usageFailure, wholeNumber } from './command.ts';
import { progressTo } from './progress.ts';
import { starterRubrics } from './screens.ts';
import { count, counted, left, percent, printable, right, table } from './text.ts';

type Written = Awaited<ReturnType<typeof writeSample>>;

const usage = 'assay sample DIR [--rows N] [--seed N] [--clean] [--json]';
const defaultSeed = 7;

const options = {
  rows: { type: 'string' },
  seed: { type: 'string' },
  clean: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `assay sample`: a training run with known faults, to hold the app's figures against. */
export const sampleCommand: Command = {
  name: 'sample',
  summary: 'write a sample training run whose faults are known, and say what was planted',
  usage,
  details: [
    `--rows N   records of the reward log (${count(defaultRows)})`,
    `--seed N   the same seed and rows give the same bytes (${defaultSeed})`,
    '--clean    a judge without faults and a log without defects',
    '--json     one JSON document on stdout',
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    if (positionals.length === 0) throw usageFailure('name the folder to write to', usage);
    const sample = await writeSample(resolve(onePath(positionals, usage)), {
      rows: wholeNumber(values.rows, defaultRows, 'rows', 1),
      seed: wholeNumber(values.seed, defaultSeed, 'seed'),
      clean: values.clean === true,
      rubricsFolder: starterRubrics,
      signal: output.signal,
      onProgress: progressTo(output.stderr),
    });
    output.stdout(values.json === true ? `${JSON.stringify(sample)}\n` : sampleText(sample));
    return 0;
  },
};

/** What was written and planted, for a person. */
export function sampleText({ files, planted }: Written): string {
  const written = table(
    [left('file'), right('rows'), right('bytes')],
    files.map(({ path, rows, bytes }) => [printable(path), rows === 0 ? '–' : count(rows), count(bytes)]),
  );
  const rates = Object.entries(planted.false_negative_rate).map(([version, fn]) => {
    const fp = planted.false_positive_rate[version];
    return [
      version,
      `${count(fn.count)} of ${count(fn.n)}`,
      percent(fn.rate),
      `${count(fp?.count ?? 0)} of ${count(fp?.n ?? 0)}`,
      percent(fp?.rate ?? null),
    ];
  });
  const { unjudged, flip, pairs, degenerate_groups: groups } = planted;
  const buckets = Object.entries(pairs.buckets).map(([label, bucket]) => [
    label,
    count(bucket.discordant),
    count(bucket.judge_ties),
    count(bucket.misselected),
    percent(bucket.rate),
  ]);
  const bursts = unjudged.bursts.map(
    (burst) =>
      `${burst.cause} in steps ${burst.first_step}–${burst.last_step} (${count(burst.unjudged)} of ${count(burst.rows)})`,
  );
  return [
    written,
    `Planted (seed ${planted.seed}):\n`,
    table(
      [
        left('rubric version'),
        right('false negatives'),
        right('rate'),
        right('false positives'),
        right('rate'),
      ],
      rates,
    ),
    `${counted(unjudged.total, 'row')} without a verdict: ${bursts.join('; ')}.\n` +
      `${count(flip.flipped)} of ${counted(flip.items, 'repeated trajectory', 'repeated trajectories')} flip.\n` +
      `${count(groups.all_zero)} groups all failed and ${count(groups.all_one)} all passed, of ${count(groups.complete)} complete ones.\n`,
    table(
      [left('gap'), right('pairs that differ'), right('judge ties'), right('misselected'), right('rate')],
      buckets,
    ),
  ].join('\n');
}
