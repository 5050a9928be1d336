import type { ScaleAnswer, ScaleQuestion } from '../core/model/score-scale.ts';
import { warningKinds } from '../core/model/verdict.ts';
import type { LogStore } from './log-store.ts';
import { flagBit } from './schema.ts';

const rescaled = 2 ** warningKinds.indexOf('rescaled');
/** The score as the line has it. */
const asRead = 'coalesce(unscaled_score, score)';

/**
 * Divides the scores of each judge and rubric version by what they were said to be out of, and takes back what earlier
 * answers did (METHODS §1: the scale is asked for, nothing is divided row by row). The reward stays what it is. A score that
 * is written as a share (`8/10`) is one already. An answer that some score exceeds does not hold, and nothing is divided.
 * Rows that were divided carry the warning `rescaled`.
 *
 * @returns how many rows are divided now
 */
export async function applyScales(store: LogStore, answers: readonly ScaleAnswer[]): Promise<number> {
  return await store.transaction(async (tx) => {
    await tx.run(
      `UPDATE verdicts SET score = unscaled_score, unscaled_score = NULL,
              warnings = warnings & ~CAST(${rescaled} AS UINTEGER) WHERE unscaled_score IS NOT NULL`,
    );
    let rows = 0;
    for (const { rubric_version, judge_model, top } of answers) {
      if (top === null || top === 1) continue;
      const judge =
        'rubric_version IS NOT DISTINCT FROM $version AND judge_model IS NOT DISTINCT FROM $judge';
      rows += await tx.run(
        `UPDATE verdicts SET unscaled_score = score, score = score / $top, warnings = warnings | ${rescaled}
          WHERE score IS NOT NULL AND flags & ${flagBit('score_as_share')} = 0 AND ${judge}
            AND (SELECT max(score) FROM verdicts WHERE ${judge}) <= $top`,
        { version: rubric_version, judge: judge_model, top },
      );
    }
    return rows;
  });
}

/** Judges whose scores exceed 1, each with its answer where one was given; those that still wait for one come first. */
export async function scaleQuestions(
  store: LogStore,
  answers: readonly ScaleAnswer[],
): Promise<readonly ScaleQuestion[]> {
  const groups = await store.all<
    Readonly<Record<string, unknown>> & Omit<ScaleQuestion, 'answer' | 'beyond'>
  >(
    `SELECT rubric_version, judge_model, count(${asRead}) AS rows, min(${asRead}) AS low, max(${asRead}) AS high
       FROM verdicts GROUP BY rubric_version, judge_model HAVING max(${asRead}) > 1
      ORDER BY rows DESC, rubric_version NULLS LAST, judge_model NULLS LAST`,
  );
  const questions = await Promise.all(
    groups.map(async ({ rubric_version, judge_model, rows, low, high }) => {
      const answer =
        answers.find((one) => one.rubric_version === rubric_version && one.judge_model === judge_model) ??
        null;
      const top = answer?.top ?? null;
      const beyond =
        top === null || high <= top
          ? 0
          : (
              await store.one<{ n: number }>(
                `SELECT count(*) AS n FROM verdicts WHERE rubric_version IS NOT DISTINCT FROM $version
                    AND judge_model IS NOT DISTINCT FROM $judge AND ${asRead} > $top`,
                { version: rubric_version, judge: judge_model, top },
              )
            ).n;
      return { rubric_version, judge_model, rows, low, high, answer, beyond };
    }),
  );
  const waits = (one: ScaleQuestion) => one.answer === null || one.beyond > 0;
  return questions.toSorted((a, b) => Number(waits(b)) - Number(waits(a)));
}
