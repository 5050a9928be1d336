import type { CanaryComparison, CanaryPairsView, CanaryView, PairsAsked } from '../api/contract.ts';
import { FailureError, fail } from '../core/model/failure.ts';
import { canaryReport, canaryText, comparedText, listText, pairsText } from './canary-output.ts';
import {
  type Command,
  type ExitStatus,
  type Output,
  parseArguments,
  usageFailure,
  wholeNumber,
} from './command.ts';
import { checkJudge, judgeDetails, judgeOptions, withJudge } from './judge-options.ts';
import { mustHavePairs, pairDetails, pairOptions, pairsAsked } from './pair-choice.ts';
import { runNamed } from './run-named.ts';
import { type Session, whenJobEnds, withSession } from './session.ts';
import { sessionOptions } from './session-options.ts';

const usage = `assay canary list --workspace DIR [--json]
       assay canary freeze NAME --run RUN --workspace DIR [--note TEXT] [--json]
       assay canary pairs [NAME (--profile P | --base-url U --model M | --demo) [--repeats N]] [--pairs WHICH] [--bucket LABEL] [--where EXPR] [--limit N] --workspace DIR [--json]
       assay canary run NAME --workspace DIR [--now [--version V]] [--repeats N] [--profile P | --base-url U --model M | --demo] [--fail-on-drift] [--json]
       assay canary compare NAME --workspace DIR [--from RUN] [--to RUN] [--fail-on-drift] [--json]`;

const options = {
  workspace: sessionOptions.workspace,
  json: sessionOptions.json,
  rubrics: sessionOptions.rubrics,
  where: sessionOptions.where,
  limit: { type: 'string' },
  ...pairOptions,
  ...judgeOptions,
  run: { type: 'string' },
  note: { type: 'string' },
  now: { type: 'boolean' },
  version: { type: 'string' },
  repeats: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'fail-on-drift': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArguments<typeof options>>['values'];

/** `assay canary`: a frozen set judged again on demand, and whether the judge moved by more than its noise. */
export const canaryCommand: Command = {
  name: 'canary',
  summary: 'judge a frozen set again and tell drift from noise',
  usage,
  details: [
    'freeze NAME     keep the samples and questions of a finished re-run; --run takes its number or id',
    'pairs           which pairs of the opened audits have both sides in the opened logs, and why others cannot be asked',
    'pairs NAME      judge both sides of those pairs and keep them as a canary',
    ...pairDetails,
    'run NAME        ask the frozen questions again, and compare with the run before',
    '--now           ask the same samples as today’s rubrics and template would',
    '--version V     with --now, under another rubric version',
    'compare NAME    two runs of it, by number or id; without --from and --to the last two',
    '--fail-on-drift exit status 1 where the verdicts moved by more than the noise',
    ...judgeDetails,
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    const [verb, name, ...more] = positionals;
    const workspace = values.workspace;
    if (workspace === undefined) throw usageFailure('a canary lives in a workspace: --workspace DIR', usage);
    if (more.length > 0) throw usageFailure(`what is ${more[0]}?`, usage);
    const say = (value: unknown, text: string) =>
      output.stdout(values.json === true ? `${JSON.stringify(value)}\n` : text);
    const named = (): string => {
      if (name === undefined) throw usageFailure('which canary?', usage);
      return name;
    };
    if (
      (verb === 'run' || verb === 'pairs') &&
      (values.profile ?? values['base-url'] ?? values.demo) !== undefined
    )
      checkJudge(values, output.env, usage);
    const pairs = pairsOf(verb, values);
    return withSession({ workspace, files: [], rubrics: values.rubrics }, output, async (session) => {
      const { canaries } = session.services;
      switch (verb) {
        case 'list': {
          const list = await canaries.list();
          say({ canaries: list.map(canaryReport) }, listText(list));
          return 0;
        }
        case 'freeze': {
          if (values.run === undefined) throw usageFailure('which re-run? --run RUN', usage);
          const { run_id } = await runNamed(session, values.run);
          const canary = await canaries.freeze({ name: named(), note: values.note ?? '', run_id });
          say(canaryReport(canary), canaryText(canary));
          return 0;
        }
        case 'pairs': {
          const found = await canaries.pairs(pairs);
          if (name === undefined) {
            const { rows: _rows, ...report } = found;
            say(report, pairsText(found));
            return 0;
          }
          const canary = await judgePairs(session, name, found, values, output);
          say(canaryReport(canary), canaryText(canary));
          return 0;
        }
        case 'run': {
          const canary = await canaryOf(session, named());
          const compared = await runAgain(session, canary, values, output);
          say(compared, comparedText(canary.name, compared));
          return statusOf(compared, values);
        }
        case 'compare': {
          const canary = await canaryOf(session, named());
          const id = async (run: string | undefined) =>
            run === undefined ? null : (await runNamed(session, run)).run_id;
          const compared = await canaries.compare({
            canary_id: canary.canary_id,
            a: await id(values.from),
            b: await id(values.to),
          });
          say(compared, comparedText(canary.name, compared));
          return statusOf(compared, values);
        }
        default:
          throw usageFailure(
            verb === undefined
              ? 'list, freeze, pairs, run or compare?'
              : `there is no ${verb}: list, freeze, pairs, run or compare`,
            usage,
          );
      }
    });
  },
};

/** All pairs where nothing narrows them. @throws FailureError bad usage */
function pairsOf(verb: string | undefined, values: Values): PairsAsked {
  const { pairs, bucket, where, limit } = values;
  if (verb !== 'pairs' && (pairs ?? bucket ?? where ?? limit) !== undefined)
    throw usageFailure('--pairs, --bucket, --where and --limit go with assay canary pairs', usage);
  return pairsAsked({ ...values, pairs: pairs ?? 'all' }, usage) ?? {};
}

function statusOf({ drift }: CanaryComparison, values: Values): ExitStatus {
  return values['fail-on-drift'] === true && drift.exceeds_noise === true ? 1 : 0;
}

async function canaryOf({ services }: Session, name: string): Promise<CanaryView> {
  const list = await services.canaries.list();
  const found = list.find((canary) => canary.name === name || canary.canary_id === name);
  if (found !== undefined) return found;
  throw fail(
    'not_found',
    `There is no canary named ${name}. ${list.length === 0 ? 'This workspace has none.' : `There are ${list.map((canary) => canary.name).join(', ')}.`}`,
  );
}

/** Judges both sides of the pairs and freezes them. @throws FailureError `bad_request`, with why, where there are none */
async function judgePairs(
  session: Session,
  name: string,
  found: CanaryPairsView,
  values: Values,
  output: Output,
): Promise<CanaryView> {
  const { canaries, variance } = session.services;
  mustHavePairs(found);
  if ((await canaries.list()).some((canary) => canary.name === name))
    throw fail('bad_request', `There is a canary named ${name} already. Choose another name.`);
  const judge = async (profile_id: string | null): Promise<CanaryView> => {
    const { run_id, job } = await variance.start({
      rows: found.rows,
      filter: '',
      limit: found.rows.length,
      repeats: wholeNumber(values.repeats, 3, 'repeats', 1),
      profile_id,
      rubric_version: null,
    });
    await untilJudged(session, run_id, job.job_id, output);
    return canaries.freeze({ name, note: values.note ?? '', run_id });
  };
  const asked = (values.profile ?? values['base-url'] ?? values.demo) !== undefined;
  return asked ? withJudge(values, session, usage, judge) : judge(null);
}

/** @throws FailureError the run's failure, or `cancelled` with how to go on */
async function untilJudged(session: Session, runId: string, jobId: string, output: Output): Promise<void> {
  const ended = await whenJobEnds(session.parts, jobId, output.signal, session.report);
  if (ended.failure !== null) throw new FailureError(ended.failure);
  if (ended.state === 'cancelled')
    throw fail(
      'cancelled',
      `Stopped; what came back is kept. Go on with: assay rerun --workspace ${session.workspace ?? ''} --resume ${runId}`,
      { run_id: runId },
    );
}

async function runAgain(
  session: Session,
  canary: CanaryView,
  values: Values,
  output: Output,
): Promise<CanaryComparison> {
  if (values.version !== undefined && values.now !== true)
    throw usageFailure('frozen questions carry their rubric in them: --version goes with --now', usage);
  const { canaries } = session.services;
  const start = async (profile_id: string | null): Promise<CanaryComparison> => {
    const { run_id, job } = await canaries.run({
      canary_id: canary.canary_id,
      questions: values.now === true ? 'now' : 'frozen',
      profile_id,
      repeats: values.repeats === undefined ? null : wholeNumber(values.repeats, 3, 'repeats', 1),
      rubric_version: values.version ?? null,
    });
    await untilJudged(session, run_id, job.job_id, output);
    return canaries.compare({ canary_id: canary.canary_id, a: null, b: run_id });
  };
  const asked = (values.profile ?? values['base-url'] ?? values.demo) !== undefined;
  return asked ? withJudge(values, session, usage, start) : start(null);
}
