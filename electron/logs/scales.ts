import type { ScaleAnswer, ScaleQuestion, ScoringJudge } from '../core/model/score-scale.ts';
import { warningKinds } from '../core/model/verdict.ts';
import type { LogStore } from './log-store.ts';
import { remembered } from './query/remembered.ts';
import { flagBit } from './schema.ts';

const rescaled = 2 ** warningKinds.indexOf('rescaled');
/** The score as the line has it. */
const asRead = 'coalesce(unscaled_score, score)';

/** How the scores of one judge under one version stand in the index. */
interface ScoreGroup extends ScoringJudge {
  readonly high: number | null;
  /** Rows that are divided, and those that could be and are not. */
  readonly divided: number;
  readonly undivided: number;
  /** What the divided ones were divided by. */
  readonly by: number | null;
}

const plain = `score IS NOT NULL AND unscaled_score IS NULL AND flags & ${flagBit('score_as_share')} = 0`;
const judge = 'rubric_version IS NOT DISTINCT FROM $version AND judge_model IS NOT DISTINCT FROM $judge';

/** The highest score that each judge gave under each rubric version, as its lines have it; null where it gave none. */
export async function highestScores(
  store: LogStore,
): Promise<readonly (ScoringJudge & { readonly high: number | null })[]> {
  return await store.all(
    `SELECT rubric_version, judge_model, max(${asRead}) AS high FROM verdicts
      GROUP BY ALL ORDER BY rubric_version, judge_model`,
  );
}

/**
 * Divides the scores of each judge and rubric version by what they were said to be out of, and takes back what earlier
 * answers did (METHODS §1: the scale is asked for, nothing is divided row by row). The reward stays what it is. A score that
 * is written as a share (`8/10`) is one already. An answer that some score exceeds does not hold, and nothing is divided.
 * Rows that were divided carry the warning `rescaled`. What stands as it was answered is not touched.
 *
 * @returns how many rows are divided now
 */
export async function applyScales(store: LogStore, answers: readonly ScaleAnswer[]): Promise<number> {
  return await store.transaction(async (tx) => {
    const groups = await tx.all<ScoreGroup & Readonly<Record<string, unknown>>>(
      `SELECT rubric_version, judge_model, max(${asRead}) AS high, count(unscaled_score) AS divided,
              count(*) FILTER (${plain}) AS undivided, max(unscaled_score / nullif(score, 0)) AS by
         FROM verdicts GROUP BY rubric_version, judge_model`,
    );
    let rows = 0;
    for (const group of groups) {
      const { rubric_version, judge_model, high, divided, undivided, by } = group;
      const params = { version: rubric_version, judge: judge_model };
      const stated = answers.find((one) => isOf(one, group))?.top ?? null;
      const top = stated === null || stated === 1 || high === null || high > stated ? null : stated;
      const stands = divided > 0 && top !== null && (by === null || Math.abs(by - top) <= 1e-9 * top);
      if (divided > 0 && !stands)
        await tx.run(
          `UPDATE verdicts SET score = unscaled_score, unscaled_score = NULL,
                  warnings = warnings & ~CAST(${rescaled} AS UINTEGER) WHERE unscaled_score IS NOT NULL AND ${judge}`,
          params,
        );
      if (top === null) continue;
      if (stands) rows += divided;
      if (!stands || undivided > 0)
        rows += await tx.run(
          `UPDATE verdicts SET unscaled_score = score, score = score / $top, warnings = warnings | ${rescaled}
            WHERE ${plain} AND ${judge}`,
          { ...params, top },
        );
    }
    await tx.run(
      `UPDATE sources SET rescaled = c.n FROM (
         SELECT s.source_id, count(v.unscaled_score) AS n FROM sources s LEFT JOIN verdicts v USING (source_id)
          GROUP BY s.source_id) c WHERE sources.source_id = c.source_id AND sources.rescaled <> c.n`,
    );
    return rows;
  });
}

function isOf(one: ScoringJudge, other: ScoringJudge): boolean {
  return one.rubric_version === other.rubric_version && one.judge_model === other.judge_model;
}

/** Judges whose scores exceed 1, each with its answer where one was given; those that still wait for one come first. */
export async function scaleQuestions(
  store: LogStore,
  answers: readonly ScaleAnswer[],
): Promise<readonly ScaleQuestion[]> {
  const groups = await remembered(store, 'groups of scores above 1', () =>
    store.all<Readonly<Record<string, unknown>> & Omit<ScaleQuestion, 'answer' | 'beyond'>>(
      `SELECT rubric_version, judge_model, count(${asRead}) AS rows, min(${asRead}) AS low, max(${asRead}) AS high
         FROM verdicts GROUP BY rubric_version, judge_model HAVING max(${asRead}) > 1
        ORDER BY rows DESC, rubric_version NULLS LAST, judge_model NULLS LAST`,
    ),
  );
  const questions = await Promise.all(
    groups.map(async ({ rubric_version, judge_model, rows, low, high }) => {
      const answer = answers.find((one) => isOf(one, { rubric_version, judge_model })) ?? null;
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
