import type { DrawAsked, RunStart } from '../api/contract.ts';
import { FailureError, fail } from '../core/model/failure.ts';
import type { RunHead } from '../core/model/record.ts';
import { allocations } from '../core/statistics/index.ts';
import { page } from '../logs/query/page.ts';
import { stratumFields } from '../logs/query/sample-draw.ts';
import { thresholdsOf } from './arguments.ts';
import {
  type Command,
  type ExitStatus,
  type Output,
  parseArguments,
  usageFailure,
  wholeNumber,
} from './command.ts';
import { checkJudge, type JudgeValues, judgeDetails, judgeOptions, withJudge } from './judge-options.ts';
import { type RerunReport, rerunReport, rerunText } from './rerun-output.ts';
import { type Session, statusOf, whenJobEnds, withSession } from './session.ts';
import { sessionDetails, sessionOf, sessionOptions } from './session-options.ts';
import { count } from './text.ts';

const usage =
  'assay rerun FILES… --trajectories F [--rubrics DIR] [--version V] [--where EXPR] [--limit N [--strata FIELDS [--allocation HOW]]] [--repeats 3] (--profile P | --base-url U --model M | --demo) [--truth F] [--workspace DIR [--resume RUN]] [--strict] [--json]';

/** Calls are paid for: beyond so many samples the number has to be stated. */
const unstatedMost = 1_000;

const options = {
  ...sessionOptions,
  ...judgeOptions,
  version: { type: 'string' },
  limit: { type: 'string' },
  strata: { type: 'string' },
  allocation: { type: 'string' },
  repeats: { type: 'string' },
  resume: { type: 'string' },
} as const;

/** `assay rerun`: the same samples put to a judge again, and how often its verdicts differ. */
export const rerunCommand: Command = {
  name: 'rerun',
  summary: 'put samples to a judge again and measure its noise',
  usage,
  details: [
    '--repeats N     how often each sample is judged (3)',
    '--limit N       at most N samples; needed beyond 1,000',
    '--strata F,F    draw from strata of these fields: category, outcome, rubric_version, judge_model, step',
    '--allocation H  proportional (default), equal or neyman; rates are weighted by each row’s chance',
    '--version V     judge under this rubric version instead of each row’s own',
    '--resume RUN    go on with a run of the workspace, by its number or id',
    ...judgeDetails,
    ...sessionDetails,
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    if (values.resume !== undefined && values.workspace === undefined)
      throw usageFailure('--resume needs the --workspace that holds the run', usage);
    if (values.resume === undefined) checkJudge(values, output.env, usage);
    const repeats = wholeNumber(values.repeats, 3, 'repeats', 1);
    const limit = values.limit === undefined ? null : wholeNumber(values.limit, 0, 'limit', 1);
    const draw = drawOf(values.strata, values.allocation);
    const opened = {
      ...sessionOf(values, positionals, usage),
      thresholds: thresholdsOf(values.threshold, usage),
    };
    return withSession(opened, output, async (session) => {
      const start = {
        filter: values.where ?? '',
        limit,
        repeats,
        version: values.version ?? null,
        draw,
      };
      const report =
        values.resume === undefined
          ? await startRun(session, start, values, output)
          : await resumeRun(session, values.resume, output);
      output.stdout(values.json === true ? `${JSON.stringify(report)}\n` : rerunText(report));
      return statusOf(session, values.strict);
    });
  },
};

interface Start {
  readonly filter: string;
  readonly limit: number | null;
  readonly repeats: number;
  readonly version: string | null;
  readonly draw: DrawAsked | null;
}

/** @throws FailureError bad usage */
function drawOf(strata: string | undefined, allocation: string | undefined): DrawAsked | null {
  if (strata === undefined) {
    if (allocation !== undefined) throw usageFailure('--allocation goes with --strata', usage);
    return null;
  }
  const by = strata.split(',').map((name) => {
    const field = stratumFields.find((each) => each === name.trim());
    if (field === undefined)
      throw usageFailure(`strata are made of ${stratumFields.join(', ')}, not of ${name}`, usage);
    return field;
  });
  const how = allocations.find((each) => each === (allocation ?? 'proportional'));
  if (how === undefined) throw usageFailure(`--allocation is ${allocations.join(', ')}`, usage);
  return { by, allocation: how };
}

async function startRun(
  session: Session,
  { filter, limit, repeats, version, draw }: Start,
  judge: JudgeValues,
  output: Output,
): Promise<RerunReport> {
  const { parts, services } = session;
  const { total } = await page(parts.store, { filter, search: '', sort: [], offset: 0, limit: 1, extra: [] });
  if (limit === null && total > unstatedMost)
    throw usageFailure(
      `${count(total)} samples are ${count(total * repeats)} calls: narrow them with --where, or state how many with --limit N`,
      usage,
    );
  return withJudge(judge, session, usage, async (profile_id) => {
    const start: RunStart = {
      rows: [],
      filter,
      limit: limit ?? Math.max(1, total),
      repeats,
      profile_id,
      rubric_version: version,
      draw,
    };
    const preview = await services.variance.preview(start);
    const { run_id, job } = await services.variance.start(start);
    const head = headOf(await services.variance.runs(), run_id);
    const prompt =
      preview.same_prompt === 'yes' ? 'the training prompt' : `prompt as in training: ${preview.same_prompt}`;
    output.stderr(
      `Run #${head.number}: ${count(preview.samples)} samples × ${repeats} = ${count(preview.calls)} calls to ${head.model}, ${prompt}, about ${count(preview.tokens_estimate)} prompt tokens.\n`,
    );
    if (start.limit < total)
      output.stderr(
        `They are ${count(start.limit)} of ${count(total)} rows, drawn ${draw === null ? 'at random' : `by ${draw.by.join(' × ')}, ${draw.allocation}`} with a fixed seed.\n`,
      );
    await ended(session, run_id, job.job_id, output);
    return reportOf(session, run_id, preview.skipped);
  });
}

async function resumeRun(session: Session, wanted: string, output: Output): Promise<RerunReport> {
  const { variance } = session.services;
  const runs = await variance.runs();
  const run = runs.find(
    ({ run_id, number }) => run_id === wanted || String(number) === wanted.replace(/^#/, ''),
  );
  if (run === undefined)
    throw fail(
      'not_found',
      `There is no run ${wanted} in this workspace. ${runs.length === 0 ? 'It has none.' : `It has ${runs.map(({ number }) => `#${number}`).join(', ')}.`}`,
    );
  const left = run.attempts_total - run.attempts_done;
  if (left > 0) {
    output.stderr(`Run #${run.number}: ${count(left)} of ${count(run.attempts_total)} calls are left.\n`);
    const job = await variance.resume(run.run_id);
    await ended(session, run.run_id, job.job_id, output);
  }
  return reportOf(session, run.run_id, null);
}

/** Waits for a run's end. @throws FailureError its failure, or `cancelled` with how to go on */
async function ended(session: Session, runId: string, jobId: string, output: Output): Promise<void> {
  const job = await whenJobEnds(session.parts, jobId, output.signal, session.report);
  if (job.failure !== null) throw new FailureError(job.failure);
  if (job.state !== 'cancelled') return;
  const head = headOf(await session.services.variance.runs(), runId);
  const goOn =
    session.workspace === null
      ? 'Its answers went with the temporary workspace; --workspace DIR keeps them.'
      : `Go on with: assay rerun --workspace ${session.workspace} --resume ${head.number}`;
  throw fail(
    'cancelled',
    `Run #${head.number} was stopped after ${count(head.attempts_done)} of ${count(head.attempts_total)} calls. ${goOn}`,
    {
      run_id: runId,
      run: head.number,
      attempts_done: head.attempts_done,
      attempts_total: head.attempts_total,
    },
  );
}

async function reportOf(
  { services, parts }: Session,
  runId: string,
  skipped: RerunReport['skipped'],
): Promise<RerunReport> {
  const { head, figures } = await services.variance.run(runId, { show: 'all', offset: 0, limit: 0 });
  return rerunReport(head, figures, [...parts.record.items.each(runId)], skipped);
}

function headOf(runs: readonly RunHead[], runId: string): RunHead {
  const head = runs.find(({ run_id }) => run_id === runId);
  if (head === undefined) throw fail('not_found', `There is no run ${runId}.`, { run_id: runId });
  return head;
}
