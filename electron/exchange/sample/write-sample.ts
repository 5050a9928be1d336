import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { publishTogether, WrittenFile } from '../written-file.ts';
import { type WrittenDatabase, writeAuditDatabase } from './audit-database.ts';
import { cleanDoses, type Doses, plantedDoses, rubricVersions } from './doses.ts';
import type { LogTally } from './log-tally.ts';
import { type Plan, planOf, trajectoryCap } from './plan.ts';
import { copyRubrics, occupiedRubric, type RubricLibrary, readRubricLibrary } from './rubric-library.ts';
import { SampleWriter } from './sample-writer.ts';
import { type Planted, type RateTally, rateOf } from './tally.ts';
import { type RunOptions, type RunTally, writeTrainingRun } from './training-run.ts';

export const defaultRows = 20_000;

export interface SampleOptions extends RunOptions {
  /** Records of the reward log, 200 to 50,000,000; duplicates and cut lines come on top. */
  readonly rows?: number | undefined;
  /** A whole number; the same seed, rows and rubrics give the same bytes. */
  readonly seed: number;
  /** A judge without faults and a log without defects. */
  readonly clean: boolean;
  /** Holds baseline.yaml, adapt_v1.yaml and adapt_v2.yaml; every file in it is copied to `rubrics/`. */
  readonly rubricsFolder: string;
  /** Replace files that stand in the folder, rubrics of the same name included; without it such a folder is refused. */
  readonly overwrite?: boolean | undefined;
}

export interface WrittenSample {
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly rows: number }[];
  readonly planted: Planted;
}

const names = {
  log: 'reward_log.jsonl',
  trajectories: 'trajectories.jsonl',
  labels: 'success_labels.csv',
  audit: 'audit.db',
} as const;

async function refuseOccupied(folder: string, library: RubricLibrary, from: string): Promise<void> {
  for (const name of Object.values(names)) {
    const path = join(folder, name);
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) throw fail('bad_request', `${path} exists; choose an empty folder for the sample.`, { path });
  }
  const rubric = await occupiedRubric(library, from, join(folder, 'rubrics'));
  if (rubric !== null)
    throw fail('bad_request', `${rubric} has other content; choose an empty folder for the sample.`, {
      path: rubric,
    });
}

function errorRates(
  tally: LogTally,
  side: 'fn' | 'fp',
  doses: Readonly<Record<string, number>>,
): Record<string, RateTally> {
  const rates: Record<string, RateTally> = {};
  for (const version of rubricVersions) {
    const groups = [...tally.groups.values()].filter((group) => group.rubric_version === version);
    const count = groups.reduce((sum, group) => sum + group[side], 0);
    const right = groups.reduce((sum, group) => sum + (side === 'fn' ? group.tp : group.tn), 0);
    rates[version] = {
      target: doses[version] ?? 0,
      n: count + right,
      count,
      rate: rateOf(count, count + right),
    };
  }
  return rates;
}

function plantedOf(
  options: SampleOptions,
  plan: Plan,
  doses: Doses,
  writer: SampleWriter,
  run: RunTally,
  audit: WrittenDatabase,
): Planted {
  const { tally } = writer;
  return {
    seed: options.seed,
    rows: plan.rows,
    clean: options.clean,
    phases: plan.phases,
    reading: writer.lines.reading(),
    defects: writer.lines.defects,
    groups_of_summary: [...tally.groups.values()],
    false_negative_rate: errorRates(tally, 'fn', doses.falseNegative),
    false_positive_rate: errorRates(tally, 'fp', doses.falsePositive),
    ...run,
    truth: { labelled: tally.labelled, label_rows: tally.labelRows, disputed: tally.disputed },
    trajectories: { written: tally.trajectories, cap: trajectoryCap },
    messages: { rows: tally.messages },
    pairs: audit.figures,
  };
}

/**
 * Writes a sample workspace of a computer-use training run into a folder: reward log, trajectories, labels, audit
 * database and rubrics. Streamed: memory does not grow with the rows. A file is either whole or not there; a run that
 * fails or is cancelled leaves none of them.
 *
 * @throws FailureError `bad_request` (rows, seed, an occupied folder), `file_missing` or `rubric_invalid` (the rubrics),
 *   `cancelled`; errors of the file system as they are
 */
export async function writeSample(folder: string, options: SampleOptions): Promise<WrittenSample> {
  const plan = planOf(options.rows ?? defaultRows);
  if (!Number.isSafeInteger(options.seed))
    throw fail('bad_request', `A seed is a whole number, not ${options.seed}.`);
  const library = await readRubricLibrary(options.rubricsFolder);
  await mkdir(folder, { recursive: true });
  if (options.overwrite !== true) await refuseOccupied(folder, library, options.rubricsFolder);
  const doses = options.clean ? cleanDoses : plantedDoses;
  const open: { discard(): Promise<void> }[] = [];
  const created = async (name: string): Promise<WrittenFile> => {
    const file = await WrittenFile.create(join(folder, name), { hashed: false });
    open.push(file);
    return file;
  };
  try {
    const log = await created(names.log);
    const trajectories = await created(names.trajectories);
    const labels = await created(names.labels);
    const writer = new SampleWriter(
      { log, trajectories, labels },
      options.seed,
      plan,
      doses,
      library,
      options,
    );
    const run = await writeTrainingRun(writer, options.seed, plan, doses, options);
    const audit = await writeAuditDatabase(
      join(folder, names.audit),
      options.seed,
      plan.basePairs,
      doses.pairs,
      options,
    );
    open.push(audit);
    const rubrics = await copyRubrics(library, options.rubricsFolder, join(folder, 'rubrics'));
    open.push(rubrics);
    const [logFacts, trajectoryFacts, labelFacts] = await publishTogether([log, trajectories, labels]);
    const database = await audit.publish();
    const { tally } = writer;
    const files = [
      { ...logFacts, rows: plan.rows },
      { ...trajectoryFacts, rows: tally.trajectories },
      { ...labelFacts, rows: tally.labelRows },
      { ...database, rows: audit.rows },
      ...rubrics.files.map((file) => ({ ...file, rows: 0 })),
    ].map(({ path = '', bytes = 0, rows }) => ({ path, bytes, rows }));
    return { files, planted: plantedOf(options, plan, doses, writer, run, audit) };
  } catch (error) {
    for (const file of open) await file.discard();
    throw error;
  }
}
