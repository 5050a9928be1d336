import { FailureError } from '../core/model/failure.ts';
import { thresholdsOf } from './arguments.ts';
import { type ExitStatus, type Output, parseArguments, wholeNumber } from './command.ts';
import { checkJudge, judgeOptions, withJudge } from './judge-options.ts';
import { statusOf, whenJobEnds, withSession } from './session.ts';
import { sessionOf, sessionOptions } from './session-options.ts';
import { count, printable } from './text.ts';

export const fineUsage =
  'assay rubric fine FILES… [--trajectories F] (--profile P | --base-url U --model M | --demo) [--where EXPR] [--limit N] [--again] [--workspace DIR] [--json]';

const options = {
  ...sessionOptions,
  ...judgeOptions,
  limit: { type: 'string' },
  again: { type: 'boolean' },
} as const;

/** `assay rubric fine`: fine rubrics by a judge model, one call per instruction, kept in the workspace for re-runs. */
export async function fine(argv: readonly string[], output: Output): Promise<ExitStatus> {
  const { values, positionals } = parseArguments(argv, options, fineUsage);
  checkJudge(values, output.env, fineUsage);
  const choice = {
    rows: [],
    filter: values.where ?? '',
    limit: wholeNumber(values.limit, 1_000, 'limit', 1),
  };
  const opened = {
    ...sessionOf(values, positionals, fineUsage),
    thresholds: thresholdsOf(values.threshold, fineUsage),
  };
  return withSession(opened, output, async (session) => {
    const { services, parts } = session;
    const plan = await services.fine.plan(choice);
    const calls = values.again === true ? plan.instructions : plan.instructions - plan.made;
    output.stderr(
      `${count(plan.samples)} samples have ${count(plan.instructions)} instructions; ${count(plan.made)} have criteria already, ${count(calls)} calls are to be made.\n`,
    );
    if (plan.without_instruction > 0)
      output.stderr(
        `${count(plan.without_instruction)} samples tell no instruction; open their trajectories.\n`,
      );
    const before = parts.record.fine.page(0, 1).rows[0]?.generation_id ?? 0;
    await withJudge(values, session, fineUsage, async (profile_id) => {
      const started = await services.fine.generate({ ...choice, profile_id, again: values.again === true });
      const job = await whenJobEnds(parts, started.job_id, output.signal, session.report);
      if (job.failure !== null) throw new FailureError(job.failure);
    });
    const { counts } = services.fine.list(0, 1);
    const made = parts.record.fine
      .page(0, 1_000_000)
      .rows.filter(({ generation_id }) => generation_id > before)
      .toReversed();
    if (values.json === true) {
      const items = made.map(
        ({ instruction_hash, instruction, state, outcome, kept, refused, raw_reply, error, model }) => ({
          instruction_hash,
          instruction,
          state,
          outcome,
          kept,
          refused,
          raw_reply,
          error,
          model,
        }),
      );
      output.stdout(`${JSON.stringify({ ...plan, calls: made.length, ...counts, items })}\n`);
    } else {
      for (const { instruction, state, kept, refused, error } of made) {
        output.stdout(`${printable(instruction)}\n`);
        for (const { text, quote } of kept)
          output.stdout(`  ${printable(text)}   ← ${printable(JSON.stringify(quote))}\n`);
        for (const { text, why } of refused)
          output.stdout(`  refused (${why.replaceAll('_', ' ')}): ${printable(text)}\n`);
        if (state === 'none') output.stdout('  none\n');
        if (error !== null) output.stdout(`  failed: ${printable(error)}\n`);
      }
      output.stdout(
        `${count(counts.criteria)} instructions with criteria, ${count(counts.none)} with none, ${count(counts.failed)} failed.\n`,
      );
    }
    return statusOf(session, values.strict);
  });
}
